import { type Kysely, sql } from 'kysely';

/** Data about messages of cabinets that arrive late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When a cabinet resent an event while earlier events were still missing.
  await sql`ALTER TABLE inbox ADD COLUMN resent_at timestamptz`.execute(db);
  // The number of heartbeats in a row, up to the last one, that had the same delay as the heartbeat before them.
  await sql`ALTER TABLE stations
    ADD COLUMN steady_heartbeats integer NOT NULL DEFAULT 0`.execute(db);
}
