import { type Kysely, sql } from 'kysely';

/** The average counts of each station in each hour of the week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE usual_counts (
    station_id text NOT NULL REFERENCES stations,
    hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 167),
    samples integer NOT NULL CHECK (samples > 0),
    chargers real NOT NULL CHECK (chargers >= 0),
    free_slots real NOT NULL CHECK (free_slots >= 0),
    sampled_at timestamptz NOT NULL,
    PRIMARY KEY (station_id, hour)
  )`.execute(db);
  await sql`CREATE INDEX usual_counts_sampled ON usual_counts (sampled_at)`.execute(db);
}
