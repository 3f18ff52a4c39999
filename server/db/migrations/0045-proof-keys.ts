import { type Kysely, sql } from 'kysely';

/**
 * The keys that sign proofs of return. Only the current key has its private part. The public parts stay, so that
 * old proofs can be verified.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE proof_keys (
    id text PRIMARY KEY,
    public_key text NOT NULL,
    private_key text,
    created_at timestamptz NOT NULL,
    retired_at timestamptz,
    CHECK ((private_key IS NULL) = (retired_at IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX proof_keys_one_current ON proof_keys ((true)) WHERE retired_at IS NULL`,
];
