import { type Kysely, sql } from 'kysely';

/** Calls that move money also count for the /48 network of an IPv6 address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE money_calls ADD COLUMN site text`.execute(db);
  await sql`CREATE INDEX money_calls_site ON money_calls (site, called_at) WHERE site IS NOT NULL`.execute(
    db,
  );
}
