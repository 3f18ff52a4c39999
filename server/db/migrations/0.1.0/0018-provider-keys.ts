import { type Kysely, sql } from 'kysely';

/**
 * Counts the used-up idempotency keys of each operation. A key is used up if the provider has stored an error for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE provider_keys (
        provider text NOT NULL,
        operation text NOT NULL,
        spent integer NOT NULL CHECK (spent > 0),
        changed_at timestamptz NOT NULL,
        PRIMARY KEY (provider, operation)
      )`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX provider_keys_changed ON provider_keys (changed_at)').execute(db);
}
