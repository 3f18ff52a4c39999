import { type Kysely, sql } from 'kysely';

/** A picture of where the cabinet stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations ADD COLUMN photo text`.execute(db);
}
