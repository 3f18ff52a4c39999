import { type Kysely, sql } from 'kysely';

/** Adds the time at which a refund failed after the provider had accepted it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payment_steps ADD COLUMN failed_at timestamptz`.execute(db);
}
