import { type Kysely, sql } from 'kysely';

/** A payout or a difference can be the sum of many rentals, which is above 2^31 minor units in some currencies. */
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
