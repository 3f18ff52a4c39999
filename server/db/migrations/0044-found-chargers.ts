import { type Kysely, sql } from 'kysely';

/** Stores when a lost charger came back. If this is soon enough, the rider gets the fee for the loss back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE rentals ADD COLUMN found_at timestamptz`.execute(db);
}
