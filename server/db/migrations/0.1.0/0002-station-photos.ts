import { type Kysely, sql } from 'kysely';

/** Adds a photo that shows where the cabinet is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN photo text`.execute(db);
}
