import { type Kysely, sql } from 'kysely';

/** Stores the /48 network of an IPv6 address with each call that moves money, so that calls can be limited by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE money_calls ADD COLUMN site text`.execute(db);
  await sql`CREATE INDEX money_calls_site ON money_calls (site, called_at) WHERE site IS NOT NULL`.execute(
    db,
  );
}
