import { type Kysely, sql } from 'kysely';

/** Stores when a job was leased. `leased_until` does not show this time, because leases are renewed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE outbox ADD COLUMN leased_at timestamptz').execute(db);
}
