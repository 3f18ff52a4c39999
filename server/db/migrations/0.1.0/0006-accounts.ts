import { type Kysely, sql } from 'kysely';

/** The data of an account, its sign-in methods, and its signed-in devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The phone may be null: some riders have only a social account, and a deleted account has no phone.
  `ALTER TABLE users
    ALTER COLUMN phone DROP NOT NULL,
    ADD COLUMN email text,
    ADD COLUMN email_confirmed_at timestamptz,
    ADD COLUMN birth_date text CHECK (birth_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    ADD COLUMN invite_code text,
    ADD COLUMN deleted_at timestamptz`,
  `UPDATE users SET invite_code = upper(substr(md5(random()::text || id::text), 1, 10))
    WHERE invite_code IS NULL`,
  // The default is for processes of an older version, which do not write this column.
  `ALTER TABLE users ALTER COLUMN invite_code SET NOT NULL,
    ALTER COLUMN invite_code SET DEFAULT upper(substr(md5(gen_random_uuid()::text), 1, 10))`,
  `CREATE UNIQUE INDEX users_invite_code ON users (invite_code)`,

  `CREATE TABLE user_photos (
    user_id uuid PRIMARY KEY REFERENCES users,
    version text NOT NULL,
    webp bytea NOT NULL,
    created_at timestamptz NOT NULL
  )`,

  // The key is the issuer and the subject of the provider, never the e-mail address.
  `CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL REFERENCES users,
    provider text NOT NULL CHECK (provider IN ('facebook','apple','google')),
    label text,
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, provider)
  )`,

  `CREATE TABLE social_attempts (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('signIn','link')),
    user_id uuid REFERENCES users,
    challenge text NOT NULL,
    state_hash text NOT NULL UNIQUE,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending','proven','cancelled','failed','unavailable','finished')),
    issuer text,
    subject text,
    label text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX social_attempts_expiry ON social_attempts (expires_at)`,

  // Codes with which a rider proves access to a new phone or e-mail address, before it replaces the old one.
  `CREATE TABLE contact_changes (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    kind text NOT NULL CHECK (kind IN ('phone','email')),
    contact text NOT NULL,
    code_hash text NOT NULL,
    state text NOT NULL CHECK (state IN ('issued','verified','expired','exhausted','superseded')),
    failures int NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 5),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE UNIQUE INDEX contact_changes_one_issued ON contact_changes (user_id, kind)
    WHERE state = 'issued'`,
  `CREATE INDEX contact_changes_expiry ON contact_changes (expires_at)`,

  // The id of the session in the list of devices, because the list must not contain the hash of the session id.
  `ALTER TABLE sessions
    ADD COLUMN public_id uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN device text NOT NULL DEFAULT ''`,
  `CREATE UNIQUE INDEX sessions_public_id ON sessions (public_id)`,
];
