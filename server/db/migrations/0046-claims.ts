import { type Kysely, sql } from 'kysely';

/**
 * Claims of riders that a charger is back, or cannot be returned. While a claim is open, the cost of the rental does
 * not rise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE rentals
    ADD COLUMN claimed_at timestamptz CHECK (claimed_at IS NULL OR state IN ('charging', 'overdue')),
    ADD COLUMN moved_seconds integer NOT NULL DEFAULT 0 CHECK (moved_seconds >= 0)`,
  `CREATE TABLE rental_claims (
    id uuid PRIMARY KEY,
    number text NOT NULL UNIQUE,
    rental_id uuid NOT NULL REFERENCES rentals (id),
    user_id uuid NOT NULL REFERENCES users (id),
    kind text NOT NULL CHECK (kind IN ('returned', 'cannotReturn', 'notOut')),
    state text NOT NULL CHECK (state IN ('checking', 'support', 'confirmed', 'refused')),
    station_id text REFERENCES stations (id),
    charger text,
    lat double precision,
    lng double precision,
    claimed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    ended_at timestamptz CHECK ((ended_at IS NULL) = (state IN ('checking', 'support')))
  )`,
  `CREATE UNIQUE INDEX rental_claims_one_open ON rental_claims (rental_id) WHERE ended_at IS NULL`,
  `CREATE INDEX rental_claims_rental ON rental_claims (rental_id, created_at)`,
  `CREATE INDEX rental_claims_user ON rental_claims (user_id)`,
  `CREATE INDEX rental_claims_station ON rental_claims (station_id) WHERE state = 'checking'`,
  `CREATE TABLE claim_photos (
    claim_id uuid PRIMARY KEY REFERENCES rental_claims (id) ON DELETE CASCADE,
    webp bytea NOT NULL,
    created_at timestamptz NOT NULL
  )`,
];
