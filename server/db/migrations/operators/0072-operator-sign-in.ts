import { type Kysely, sql } from 'kysely';

/**
 * The sign-in of operators without a key: their accounts at the identity provider, sessions, one-time links and second
 * factors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE operators
    ADD email text,
    ADD issuer text,
    ADD subject text,
    ADD invited_at timestamptz,
    ADD CHECK ((issuer IS NULL) = (subject IS NULL))`,
  `CREATE UNIQUE INDEX operators_email ON operators (lower(email))`,
  `CREATE UNIQUE INDEX operators_account ON operators (issuer, subject)`,
  `CREATE TABLE operator_attempts (
    id uuid PRIMARY KEY,
    state_hash text NOT NULL UNIQUE,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    again boolean NOT NULL,
    port int,
    challenge text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    operator_id uuid REFERENCES operators,
    factor text,
    proven_at timestamptz,
    code_hash text UNIQUE,
    code_expires_at timestamptz,
    CHECK ((port IS NULL) = (challenge IS NULL))
  )`,
  `CREATE INDEX operator_attempts_expires ON operator_attempts (expires_at)`,
  `CREATE TABLE operator_links (
    hash text PRIMARY KEY,
    operator_id uuid NOT NULL REFERENCES operators,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  `CREATE TABLE operator_sessions (
    id uuid PRIMARY KEY,
    operator_id uuid NOT NULL REFERENCES operators,
    hash text NOT NULL UNIQUE,
    way text NOT NULL CHECK (way IN ('provider', 'link')),
    device text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    factor text CHECK (factor IN ('provider', 'totp', 'recoveryCode')),
    proven_at timestamptz,
    ended_at timestamptz
  )`,
  `CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id, created_at)`,
  `CREATE TABLE operator_factors (
    operator_id uuid PRIMARY KEY REFERENCES operators,
    secret text,
    pending text,
    last_step bigint NOT NULL DEFAULT 0,
    failures int NOT NULL DEFAULT 0,
    locked_until timestamptz,
    confirmed_at timestamptz
  )`,
  `CREATE TABLE operator_recovery_codes (
    hash text PRIMARY KEY,
    operator_id uuid NOT NULL REFERENCES operators,
    used_at timestamptz
  )`,
  `CREATE INDEX operator_recovery_codes_operator ON operator_recovery_codes (operator_id)`,
  `ALTER TABLE operator_keys
    ADD scopes text[] CHECK (cardinality(scopes) > 0),
    ADD expires_at timestamptz`,
];
