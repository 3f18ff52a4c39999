import { type Kysely, sql } from 'kysely';

/**
 * Each browser has its own code for a phone, so that a stranger who requests a code does not make the owner's code
 * invalid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The browser that requested a code for a sign-in; null in rows that the previous version
  // inserts.
  await sql`ALTER TABLE one_time_codes ADD COLUMN browser text`.execute(db);
  await sql`DROP INDEX one_time_codes_one_issued`.execute(db);
  await sql`CREATE UNIQUE INDEX one_time_codes_one_per_browser
    ON one_time_codes (phone, browser) WHERE state = 'issued'`.execute(db);
  await sql`CREATE UNIQUE INDEX one_time_codes_one_per_rider
    ON one_time_codes (phone, user_id, purpose) WHERE state = 'issued'`.execute(db);
}
