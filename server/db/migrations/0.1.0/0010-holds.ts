import { type Kysely, sql } from 'kysely';

/** Indexes for the open or recent rows of a rider, so that queries do not read the old rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX payments_standing ON payments (user_id)
    WHERE state IN ('authorized','capturing','voiding','refunding')`,
  `CREATE INDEX payments_changed ON payments (user_id, changed_at)`,
  `CREATE INDEX rentals_owed ON rentals (user_id) WHERE state IN ('unpaid','paying')`,
  `CREATE INDEX disputes_open ON disputes (opened_at) WHERE state = 'open'`,
];
