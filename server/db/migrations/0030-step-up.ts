import { type Kysely, sql } from 'kysely';

/** Proofs that a rider gives before a sensitive change, and the locking of an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE sessions ADD COLUMN proven_at timestamptz`,
  `ALTER TABLE users
    ADD COLUMN phone_changed_at timestamptz,
    ADD COLUMN locked_at timestamptz`,
  `ALTER TABLE one_time_codes
    DROP CONSTRAINT one_time_codes_purpose_check,
    ADD CONSTRAINT one_time_codes_purpose_check
      CHECK (purpose IN ('signIn','changePhone','stepUp'))`,
  `ALTER TABLE contact_changes
    DROP CONSTRAINT contact_changes_kind_check,
    ADD CONSTRAINT contact_changes_kind_check CHECK (kind IN ('phone','email','stepUp'))`,
  `ALTER TABLE social_attempts
    DROP CONSTRAINT social_attempts_purpose_check,
    ADD CONSTRAINT social_attempts_purpose_check CHECK (purpose IN ('signIn','link','stepUp'))`,
];
