import { type Kysely, sql } from 'kysely';

/**
 * Reservations of chargers and of free slots. Each station also stores the times at which its reservations expire. So
 * the queries for its counts need no join, and an expired reservation stops counting without an update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE reservations (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    station_id text NOT NULL REFERENCES stations,
    kind text NOT NULL CHECK (kind IN ('charger', 'slot')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    ended_at timestamptz,
    is_used boolean NOT NULL DEFAULT false CHECK (ended_at IS NOT NULL OR NOT is_used)
  )`,
  `CREATE UNIQUE INDEX reservations_one_per_rider ON reservations (user_id, kind)
    WHERE ended_at IS NULL`,
  `CREATE INDEX reservations_of_rider ON reservations (user_id, created_at)`,
  `CREATE INDEX reservations_at_station ON reservations (station_id) WHERE ended_at IS NULL`,
  `ALTER TABLE stations
    ADD COLUMN reserved_chargers timestamptz[] NOT NULL DEFAULT '{}',
    ADD COLUMN reserved_slots timestamptz[] NOT NULL DEFAULT '{}'`,
];
