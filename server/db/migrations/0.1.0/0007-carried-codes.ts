import { type Kysely, sql } from 'kysely';

/**
 * One-time codes for other purposes than the sign-in, codes that the SMS provider creates itself, and counts of codes
 * per country calling code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE one_time_codes
    ALTER COLUMN code_hash DROP NOT NULL,
    ADD COLUMN carrier_reference text,
    ADD COLUMN purpose text NOT NULL DEFAULT 'signIn' CHECK (purpose IN ('signIn','changePhone')),
    ADD COLUMN user_id uuid REFERENCES users,
    ADD CONSTRAINT one_time_codes_whose CHECK ((purpose = 'signIn') = (user_id IS NULL))`,

  // Codes per country calling code and minute, for the limit of `CODES_BREAKER`.
  `CREATE TABLE code_traffic (
    prefix text NOT NULL,
    minute timestamptz NOT NULL,
    sent int NOT NULL DEFAULT 0,
    answered int NOT NULL DEFAULT 0,
    refused int NOT NULL DEFAULT 0,
    PRIMARY KEY (prefix, minute)
  )`,
  `CREATE INDEX code_traffic_age ON code_traffic (minute)`,
];
