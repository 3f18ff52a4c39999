import { type Kysely, sql } from 'kysely';

/** Reports of riders that a charger does not charge, and the second charger that the rental then gets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE rentals ADD COLUMN is_free boolean NOT NULL DEFAULT false`,
  `ALTER TABLE chargers
    ADD COLUMN held_back_at timestamptz,
    ADD COLUMN released_at timestamptz`,
  `CREATE TABLE charger_reports (
    rental_id uuid PRIMARY KEY REFERENCES rentals (id),
    charger text NOT NULL,
    reported_at timestamptz NOT NULL
  )`,
  `CREATE INDEX charger_reports_charger ON charger_reports (charger, reported_at)`,
  `CREATE TABLE charger_swaps (
    rental_id uuid PRIMARY KEY REFERENCES rentals (id),
    state text NOT NULL CHECK (state IN ('opening', 'done', 'failed')),
    charger text NOT NULL,
    station_id text NOT NULL REFERENCES stations (id),
    slot int NOT NULL,
    eject_command text NOT NULL UNIQUE,
    eject_expires_at timestamptz,
    started_at timestamptz NOT NULL,
    swapped_at timestamptz NOT NULL
  )`,
];
