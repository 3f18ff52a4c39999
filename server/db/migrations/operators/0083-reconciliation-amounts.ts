import { type Kysely, sql } from 'kysely';

/**
 * A payout or a difference can be the sum of many rentals. In some currencies, the sum exceeds 2^31 minor units.
 *
 * Each statement rewrites its table under an ACCESS EXCLUSIVE lock, which ends when all migrations are committed. Until
 * then, the comparison with the payment provider and the commands that read its results wait, also on other servers.
 * Rentals and payments use neither table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE provider_transactions
    ALTER COLUMN charged_amount TYPE bigint,
    ALTER COLUMN gross TYPE bigint,
    ALTER COLUMN fee TYPE bigint,
    ALTER COLUMN net TYPE bigint`,
  `ALTER TABLE reconciliation_differences ALTER COLUMN amount TYPE bigint`,
];
