import { type Kysely, sql } from 'kysely';

/** Tariffs by venue and by hours of the week, and versions of the data of stations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Days are 1 (Monday) to 7. Hours that end before they begin end on the next day.
  `ALTER TABLE tariff_assignments
    ADD COLUMN days int[] CHECK (cardinality(days) > 0 AND days <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
    ADD COLUMN from_minute int CHECK (from_minute BETWEEN 0 AND 1439),
    ADD COLUMN to_minute int CHECK (to_minute BETWEEN 1 AND 1440),
    ADD CONSTRAINT tariff_assignments_hours CHECK (
      (days IS NULL) = (from_minute IS NULL) AND (days IS NULL) = (to_minute IS NULL) AND from_minute <> to_minute)`,
  `CREATE TABLE tariff_assignment_venues (
    assignment_id uuid NOT NULL REFERENCES tariff_assignments,
    venue_id text NOT NULL REFERENCES venues,
    PRIMARY KEY (venue_id, assignment_id)
  )`,
  `CREATE INDEX tariff_assignment_venues_assignment ON tariff_assignment_venues (assignment_id)`,
  `ALTER TABLE stations
    ADD COLUMN version int NOT NULL DEFAULT 1,
    ADD COLUMN field_versions jsonb NOT NULL DEFAULT '{}'`,
];
