import { type Kysely, sql } from 'kysely';

/** The stations that riders saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE favourite_stations (
    user_id uuid NOT NULL REFERENCES users,
    station_id text NOT NULL REFERENCES stations,
    saved_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, station_id)
  )`.execute(db);
}
