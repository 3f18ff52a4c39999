import { type Kysely, sql } from 'kysely';

/** When a cabinet resent an event whose predecessors are missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE inbox ADD COLUMN resent_at timestamptz`.execute(db);
}
