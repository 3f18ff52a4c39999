import { type Kysely, sql } from 'kysely';

/** A photo of the cabinet's position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN photo text`.execute(db);
}
