import { type Kysely, sql } from 'kysely';

/** Watches: requests to be notified when a station has a charger or a free slot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE watches (
      id_hash text PRIMARY KEY,
      station_id text NOT NULL REFERENCES stations ON DELETE CASCADE,
      wants text NOT NULL CHECK (wants IN ('charger', 'freeSlot')),
      caller_hash text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      available_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX watches_waiting ON watches (station_id) WHERE available_at IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX watches_waiting_of ON watches (caller_hash, expires_at)
    WHERE available_at IS NULL`.execute(db);
  await sql`CREATE INDEX watches_answered ON watches (available_at)
    WHERE available_at IS NOT NULL`.execute(db);
}
