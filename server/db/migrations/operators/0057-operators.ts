import { type Kysely, sql } from 'kysely';

/** The operators with their roles, and the hashes of their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE operators (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      roles text[] NOT NULL CHECK (cardinality(roles) > 0
        AND roles <@ ARRAY['administrator', 'support', 'finance', 'readOnly']),
      blocked_at timestamptz,
      created_at timestamptz NOT NULL
    )`.execute(db);
  // Names that differ only in upper and lower case are too easy to confuse.
  await sql`CREATE UNIQUE INDEX operators_name ON operators (lower(name))`.execute(db);
  await sql`
    CREATE TABLE operator_keys (
      id uuid PRIMARY KEY,
      operator_id uuid NOT NULL REFERENCES operators,
      hash text NOT NULL UNIQUE,
      label text NOT NULL,
      created_at timestamptz NOT NULL,
      used_on date,
      revoked_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX operator_keys_operator ON operator_keys (operator_id)`.execute(db);
}
