import { type Kysely, sql } from 'kysely';

/** The payment provider's balance transactions, and their differences from the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row for each payment provider whose transactions were ever compared with the books.
  `CREATE TABLE reconciliations (
    provider text PRIMARY KEY,
    begins_at timestamptz NOT NULL,
    imported_until timestamptz,
    run_at timestamptz NOT NULL
  )`,
  `CREATE TABLE provider_transactions (
    provider text NOT NULL REFERENCES reconciliations,
    id text NOT NULL,
    kind text NOT NULL,
    type text NOT NULL,
    provider_authorization text,
    charged_amount int NOT NULL,
    charged_currency text NOT NULL,
    gross int NOT NULL,
    fee int NOT NULL,
    net int NOT NULL,
    currency text NOT NULL,
    created_at timestamptz NOT NULL,
    available_at timestamptz NOT NULL,
    payout text,
    state text NOT NULL CHECK (state IN ('open','matched','cancelled','booked')),
    booking_key text,
    PRIMARY KEY (provider, id),
    CHECK ((state = 'matched') = (booking_key IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX provider_transactions_booking ON provider_transactions (booking_key)
    WHERE booking_key IS NOT NULL`,
  `CREATE INDEX provider_transactions_time ON provider_transactions (provider, created_at)`,
  `CREATE INDEX provider_transactions_open ON provider_transactions (provider) WHERE state = 'open'`,
  `CREATE TABLE reconciliation_differences (
    provider text NOT NULL REFERENCES reconciliations,
    key text NOT NULL,
    kind text NOT NULL,
    currency text NOT NULL,
    amount int NOT NULL,
    details jsonb NOT NULL,
    happened_at timestamptz NOT NULL,
    found_at timestamptz NOT NULL,
    explained_at timestamptz,
    PRIMARY KEY (provider, key)
  )`,
];
