import { type Kysely, sql } from 'kysely';

/** A lost charger that comes back in time gives the fee of the loss back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE rentals ADD COLUMN found_at timestamptz`.execute(db);
}
