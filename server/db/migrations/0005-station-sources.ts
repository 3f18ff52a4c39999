import { type Kysely, sql } from 'kysely';

/** Where a station came from, so that it is known again: its id alone cannot tell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN source text`.execute(db);
  await sql`COMMENT ON COLUMN stations.source IS
    'Of stations brought from another system: "system/station_id".'`.execute(db);
  await sql`CREATE UNIQUE INDEX stations_source ON stations (source)
    WHERE source IS NOT NULL`.execute(db);
}
