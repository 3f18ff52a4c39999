import { type Kysely, sql } from 'kysely';

/** Changes of how riders sign in, with the state before each change, and the links that undo the changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE account_changes (
    id uuid PRIMARY KEY,
    -- The order of the changes, also of two at the same time.
    number bigint GENERATED ALWAYS AS IDENTITY,
    user_id uuid NOT NULL REFERENCES users,
    kind text NOT NULL CHECK (kind IN ('phone','email','linked','unlinked')),
    provider text,
    before jsonb NOT NULL,
    language text NOT NULL,
    device text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    undone_at timestamptz,
    CHECK ((provider IS NOT NULL) = (kind IN ('linked','unlinked')))
  )`,
  `CREATE INDEX account_changes_user ON account_changes (user_id, number)`,
  `CREATE INDEX account_changes_expiry ON account_changes (expires_at)`,
  `CREATE TABLE undo_links (
    token_hash text PRIMARY KEY,
    change_id uuid NOT NULL REFERENCES account_changes ON DELETE CASCADE
  )`,
  `CREATE INDEX undo_links_change ON undo_links (change_id)`,
];
