import { type Kysely, sql } from 'kysely';

/** The regions and venues to which an operator is limited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE operators
      ADD regions text[] NOT NULL DEFAULT '{}',
      ADD venues text[] NOT NULL DEFAULT '{}'`.execute(db);
}
