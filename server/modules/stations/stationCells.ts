import { sql } from 'kysely';
import { positionRange, positionZoom, type Tile } from '../../../contract/rules/places/tiles.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { dropExpired, unreserved } from './reserved.ts';

/** A crowded tile is shown as eight by eight cells. A cell is a tile whose zoom is larger by three. */
export const gridZoom = 3;
/** The smallest zoom of cells that are counted in advance. */
const rootLevel = gridZoom;
/**
 * The largest zoom of cells that are counted in advance. Tiles with smaller cells are only a few streets wide, and are
 * counted on request.
 */
export const leafLevel = 18;

/** The number of positions in a cell. The position number divided by this number is the number of the cell. */
const positionsPerCell = (level: number) => 4 ** (positionZoom - level);
const cellOf = (level: number) => sql`place / ${sql.lit(positionsPerCell(level))}::bigint`;

/** The stored counts of the tile's cells. */
export function cellsOf(tile: Tile) {
  const level = tile.z + gridZoom;
  const { from, until } = positionRange(tile);
  const positions = positionsPerCell(level);
  return sql`select stations, chargers, free_slots, lat_sum, lng_sum from station_cells
    where level = ${level} and cell >= ${from / positions} and cell < ${until / positions} and stations > 0
    order by cell`;
}

/** Returns the same columns as `cellsOf`, but counts the stations at the time of the query. */
export function countedCells(tile: Tile, now: Date) {
  const { from, until } = positionRange(tile);
  const cell = cellOf(tile.z + gridZoom);
  return sql`select ${sums(now)} from stations where place >= ${from} and place < ${until} and state <> 'retired'
    group by ${cell} order by ${cell}`;
}

/**
 * The sums of a cell, without reserved chargers and slots. Offline cabinets add no chargers and no free slots, because
 * they neither eject nor accept chargers. Paused stations add no chargers, because they only take returns.
 */
function sums(now: Date) {
  const counts = unreserved(now);
  return sql`count(*)::int as stations,
    coalesce(sum(${counts.chargers}) filter (where online and state = 'live'), 0)::int as chargers,
    coalesce(sum(${counts.freeSlots}) filter (where online), 0)::int as free_slots,
    coalesce(sum(lat), 0) as lat_sum, coalesce(sum(lng), 0) as lng_sum`;
}

const childSums = sql`coalesce(sum(stations), 0)::int as stations,
  coalesce(sum(chargers), 0)::int as chargers, coalesce(sum(free_slots), 0)::int as free_slots,
  coalesce(sum(lat_sum), 0) as lat_sum, coalesce(sum(lng_sum), 0) as lng_sum`;

const columns = sql`level, cell, stations, chargers, free_slots, lat_sum, lng_sum`;

const batchSize = 10_000;
/** With more changes than this number, a count of the whole world is faster. */
const manyChanges = 50_000;

/**
 * Updates the counts of the cells in which stations have changed, in short transactions. An expired
 * reservation also counts as a change of its station. Only one process at a time counts. Resolves
 * to true once no changes are left, and to false if another process is counting.
 */
export async function refreshCells(db: Db, now: Date): Promise<boolean> {
  for (;;) {
    const taken = await inTransaction(db, async (trx) => {
      if (!(await lockCells(trx))) return null;
      await dropExpired(trx, now);
      const many = await countChanges(trx);
      return many > manyChanges ? recountAll(trx, now) : recountChanged(trx, now);
    });
    if (taken === null) return false;
    if (taken < batchSize) return true;
  }
}

async function lockCells(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('station_cells')) as locked`.execute(trx);
  return rows[0]?.locked ?? false;
}

async function countChanges(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from station_cell_changes limit ${manyChanges + 1})
      as changes`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the number of changes that this call counted. If the number is less than a batch, no changes are
 * left.
 */
async function recountChanged(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql<{ taken: number; cells: number[] | null }>`
    with taken as (
      delete from station_cell_changes where ctid = any(array(
        select ctid from station_cell_changes limit ${batchSize}))
      returning ${cellOf(leafLevel)} as cell)
    select count(*) as taken, json_agg(distinct cell) as cells from taken`.execute(trx);
  const { taken, cells } = rows[0] ?? { taken: 0, cells: null };
  if (!cells) return 0;
  // Count in a separate statement after the deletion of the changes. Only a later statement
  // certainly reads the changed stations.
  const positions = positionsPerCell(leafLevel);
  await replace(
    trx,
    sql`
    select ${leafLevel}::int, cell, counted.* from unnest(${cells}::bigint[]) as dirty(cell)
    cross join lateral (select ${sums(now)} from stations
      where place >= dirty.cell * ${positions}::bigint and place < (dirty.cell + 1) * ${positions}::bigint and state <> 'retired') as counted`,
  );
  let dirty = cells;
  for (let level = leafLevel - 1; level >= rootLevel; level--) {
    dirty = [...new Set(dirty.map((cell) => Math.floor(cell / 4)))];
    await replace(
      trx,
      sql`
      select ${level}::int, dirty.cell, counted.* from unnest(${dirty}::bigint[]) as dirty(cell)
      cross join lateral (select ${childSums} from station_cells as child
        where child.level = ${level + 1} and child.cell >= dirty.cell * 4
          and child.cell < dirty.cell * 4 + 4) as counted`,
    );
  }
  return taken;
}

/** Stores the cells. A cell without stations stays with the count 0; queries skip it. */
async function replace(trx: Trx, cells: ReturnType<typeof cellsOf>): Promise<void> {
  await sql`insert into station_cells (${columns}) ${cells}
    on conflict (level, cell) do update set stations = excluded.stations,
      chargers = excluded.chargers, free_slots = excluded.free_slots,
      lat_sum = excluded.lat_sum, lng_sum = excluded.lng_sum`.execute(trx);
}

async function recountAll(trx: Trx, now: Date): Promise<number> {
  await sql`delete from station_cell_changes`.execute(trx);
  await sql`delete from station_cells`.execute(trx);
  await sql`insert into station_cells (${columns})
    select ${leafLevel}::int, ${cellOf(leafLevel)}, ${sums(now)}
    from stations where state <> 'retired' group by 2 order by 2`.execute(trx);
  for (let level = leafLevel - 1; level >= rootLevel; level--) {
    await sql`insert into station_cells (${columns})
      select ${level}::int, cell / 4, ${childSums} from station_cells
      where level = ${level + 1} group by 2 order by 2`.execute(trx);
  }
  return 0;
}
