import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Reach } from '../../../contract/operators/team.ts';
import type { VenueQuery, VenueShown } from '../../../contract/operators/venues.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

export type VenueRow = Selectable<Database['venues']>;

/** A page of the venues, in the order of their ids. */
export async function listVenues(
  db: Db,
  { region, state, after, limit }: Pick<VenueQuery, 'region' | 'state' | 'after' | 'limit'>,
  within: Reach | null = null,
): Promise<VenueShown[]> {
  const rows = await selectVenues(db)
    .$if(region !== undefined, (query) => query.where('region_id', '=', region ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'active'))
    .$if(within !== null, (query) =>
      query.where((of) =>
        of.or([
          of(sql.ref('region_id'), '=', sql`any(${within?.regions ?? []}::text[])`),
          of(sql.ref('id'), '=', sql`any(${within?.venues ?? []}::text[])`),
        ]),
      ),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(present);
}

export async function findVenue(db: Db, id: string): Promise<VenueShown | null> {
  const row = await selectVenues(db).where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

function selectVenues(db: Db) {
  return db
    .selectFrom('venues')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('venue_periods')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('venue_id', '=', 'venues.id')
        .where('until', 'is', null)
        .as('stations'),
    );
}

function present(row: VenueRow & { stations: number | null }): VenueShown {
  return {
    id: row.id,
    name: row.name,
    ownerName: row.owner_name,
    statementEmail: row.statement_email,
    language: row.language,
    region: row.region_id,
    state: row.state,
    stations: row.stations ?? 0,
    version: row.version,
  };
}

/** Inserts a venue. Returns false if the id is taken. */
export async function insertVenue(
  trx: Trx,
  venue: Insertable<Database['venues']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('venues')
    .values(venue)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads and locks a venue. Returns null for an unknown id. Until the transaction ends, nobody can
 * put a station into the venue.
 */
export async function lockVenue(trx: Trx, id: string): Promise<VenueRow | null> {
  const row = await trx
    .selectFrom('venues')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a locked venue. */
export async function updateVenue(
  trx: Trx,
  id: string,
  set: Updateable<Database['venues']>,
): Promise<void> {
  await trx.updateTable('venues').set(set).where('id', '=', id).execute();
}

/** The ids of all venues that have not ended. Stations can be put only into these venues. */
export async function openVenues(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('venues').select('id').where('state', '<>', 'ended').execute();
  return new Set(rows.map(({ id }) => id));
}
