import { sql } from 'kysely';
import { positionRange, positionZoom, type Tile } from '../../../contract/rules/places/tiles.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';

/** A crowded tile is shown as eight by eight cells: tiles three zooms deeper. */
export const gridZoom = 3;
/** Cells down to this zoom are counted in advance. */
const rootLevel = gridZoom;
/** Deeper tiles are a few streets wide: they are counted on request. */
export const leafLevel = 18;

/** The divisor from a position number to its cell's number. */
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

/** As `cellsOf`, but counted now. */
export function countedCells(tile: Tile) {
  const { from, until } = positionRange(tile);
  const cell = cellOf(tile.z + gridZoom);
  return sql`select ${sums} from stations where place >= ${from} and place < ${until}
    group by ${cell} order by ${cell}`;
}

/** An offline cabinet neither ejects nor accepts chargers. */
const sums = sql`count(*)::int as stations,
  coalesce(sum(chargers) filter (where online), 0)::int as chargers,
  coalesce(sum(free_slots) filter (where online), 0)::int as free_slots,
  coalesce(sum(lat), 0) as lat_sum, coalesce(sum(lng), 0) as lng_sum`;

const childSums = sql`coalesce(sum(stations), 0)::int as stations,
  coalesce(sum(chargers), 0)::int as chargers, coalesce(sum(free_slots), 0)::int as free_slots,
  coalesce(sum(lat_sum), 0) as lat_sum, coalesce(sum(lng_sum), 0) as lng_sum`;

const columns = sql`level, cell, stations, chargers, free_slots, lat_sum, lng_sum`;

const batchSize = 10_000;
/** Above this number of changes, a recount of the whole world is faster. */
const manyChanges = 50_000;

/**
 * Recounts the cells with changed stations, in short transactions. Only one process at a time does
 * this. Resolves once nothing is left, or to false if another process does it.
 */
export async function refreshCells(db: Db): Promise<boolean> {
  for (;;) {
    const taken = await inTransaction(db, async (trx) => {
      if (!(await lockCells(trx))) return null;
      const many = await countChanges(trx);
      return many > manyChanges ? recountAll(trx) : recountChanged(trx);
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

/** Returns the number of changes. If it is less than a batch, no more are left. */
async function recountChanged(trx: Trx): Promise<number> {
  const { rows } = await sql<{ taken: number; cells: number[] | null }>`
    with taken as (
      delete from station_cell_changes where ctid = any(array(
        select ctid from station_cell_changes limit ${batchSize}))
      returning ${cellOf(leafLevel)} as cell)
    select count(*) as taken, json_agg(distinct cell) as cells from taken`.execute(trx);
  const { taken, cells } = rows[0] ?? { taken: 0, cells: null };
  if (!cells) return 0;
  // This must be a later statement than the one that deleted the changes, so that it sees the
  // changed data.
  const positions = positionsPerCell(leafLevel);
  await replace(
    trx,
    sql`
    select ${leafLevel}::int, cell, counted.* from unnest(${cells}::bigint[]) as dirty(cell)
    cross join lateral (select ${sums} from stations
      where place >= dirty.cell * ${positions}::bigint and place < (dirty.cell + 1) * ${positions}::bigint) as counted`,
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

/** Empty cells stay with a zero count: queries skip them. */
async function replace(trx: Trx, cells: ReturnType<typeof cellsOf>): Promise<void> {
  await sql`insert into station_cells (${columns}) ${cells}
    on conflict (level, cell) do update set stations = excluded.stations,
      chargers = excluded.chargers, free_slots = excluded.free_slots,
      lat_sum = excluded.lat_sum, lng_sum = excluded.lng_sum`.execute(trx);
}

async function recountAll(trx: Trx): Promise<number> {
  await sql`delete from station_cell_changes`.execute(trx);
  await sql`delete from station_cells`.execute(trx);
  await sql`insert into station_cells (${columns})
    select ${leafLevel}::int, ${cellOf(leafLevel)}, ${sums}
    from stations group by 2 order by 2`.execute(trx);
  for (let level = leafLevel - 1; level >= rootLevel; level--) {
    await sql`insert into station_cells (${columns})
      select ${level}::int, cell / 4, ${childSums} from station_cells
      where level = ${level + 1} group by 2 order by 2`.execute(trx);
  }
  return 0;
}
