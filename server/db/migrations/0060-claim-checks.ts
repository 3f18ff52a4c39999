import { type Kysely, sql } from 'kysely';

/**
 * Until when the cabinet can confirm a claim. The default is for processes of the previous version,
 * which still run during a deployment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE rental_claims
    ADD COLUMN checked_until timestamptz NOT NULL DEFAULT now() + interval '10 minutes'`.execute(
    db,
  );
  await sql`UPDATE rental_claims SET checked_until = created_at + interval '10 minutes'`.execute(
    db,
  );
}
