import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the order on the home screen, so that the query does not read the rider's whole history. Open and unpaid
 * orders already have indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX rentals_settling ON rentals (user_id) WHERE state = 'settling'`,
  `CREATE INDEX rentals_returned ON rentals (user_id, returned_at)
    WHERE state = 'complete' AND seen_at IS NULL`,
];
