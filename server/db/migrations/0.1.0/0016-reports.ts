import { type Kysely, sql } from 'kysely';

/**
 * Reports of riders to support, in the riders' own words. This table has the only copy of the text; the case has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE support_reports (
    id uuid PRIMARY KEY,
    number text NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users,
    kind text NOT NULL,
    note text NOT NULL,
    rental_id uuid REFERENCES rentals,
    station_id text REFERENCES stations,
    created_at timestamptz NOT NULL,
    answer text,
    answered_at timestamptz,
    CHECK ((answer IS NULL) = (answered_at IS NULL))
  )`,
  `CREATE INDEX support_reports_user ON support_reports (user_id, created_at DESC)`,
  `CREATE INDEX support_reports_open ON support_reports (created_at) WHERE answered_at IS NULL`,
];
