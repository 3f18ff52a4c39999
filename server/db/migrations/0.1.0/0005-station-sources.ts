import { type Kysely, sql } from 'kysely';

/** The source of an imported station, by which the next import recognises the station. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN source text`.execute(db);
  await sql`COMMENT ON COLUMN stations.source IS
    'Of stations brought from another system: "system/station_id".'`.execute(db);
  await sql`CREATE UNIQUE INDEX stations_source ON stations (source)
    WHERE source IS NOT NULL`.execute(db);
}
