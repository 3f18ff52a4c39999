import { type Kysely, sql } from 'kysely';

/** The former secrets of cabinets. A former secret stays valid for some time after the cabinet got a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE former_secrets (
      station_id text NOT NULL REFERENCES stations ON DELETE CASCADE,
      hash text NOT NULL,
      valid_until timestamptz NOT NULL,
      PRIMARY KEY (station_id, hash)
    )`.execute(db);
}
