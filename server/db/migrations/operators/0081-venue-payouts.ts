import { type Kysely, sql } from 'kysely';

/** What the operator owes to the owners of venues, the payouts of these amounts, and the mails with statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await bookClosed(db);
}

/**
 * Books the statements that are already closed. They are booked with the time of the migration, so that no closed day
 * changes.
 */
export async function bookClosed<T>(db: Kysely<T>): Promise<void> {
  for (const statement of bookings) await sql.raw(statement).execute(db);
}

const statements = [
  // A server of the previous version closes a month without a booking. Until the commit, the lock prevents this. If
  // such a server closes a month afterwards, the nightly check or the next payout books this month.
  `LOCK TABLE venue_statements IN SHARE ROW EXCLUSIVE MODE`,
  `ALTER TABLE venues ADD COLUMN language text NOT NULL DEFAULT 'en'
    CHECK (language IN ('en', 'zh-CN', 'es'))`,
  `CREATE TABLE venue_payouts (
    id uuid PRIMARY KEY,
    venue_id text NOT NULL REFERENCES venues,
    currency text NOT NULL,
    -- Zero if the shares of the statements cancel each other.
    amount bigint NOT NULL CHECK (amount >= 0),
    -- The day of the bank transfer.
    paid_on text NOT NULL CHECK (paid_on ~ '^20\\d\\d-\\d\\d-\\d\\d$'),
    reference text,
    recorded_at timestamptz NOT NULL,
    recorded_by text NOT NULL
  )`,
  `CREATE INDEX venue_payouts_venue ON venue_payouts (venue_id, recorded_at)`,
  // Reversals of payouts that were recorded by mistake.
  `CREATE TABLE venue_payout_reversals (
    payout_id uuid PRIMARY KEY REFERENCES venue_payouts,
    reversed_at timestamptz NOT NULL,
    reversed_by text NOT NULL
  )`,
  // A statement is paid once. After each reversal of a payout, the statement can be paid once more.
  `CREATE TABLE venue_payout_statements (
    payout_id uuid NOT NULL REFERENCES venue_payouts,
    statement_id uuid NOT NULL REFERENCES venue_statements,
    -- The reversed payout of the same statement; null for the first payout.
    former_id uuid REFERENCES venue_payout_reversals,
    PRIMARY KEY (payout_id, statement_id),
    UNIQUE (statement_id, former_id),
    FOREIGN KEY (former_id, statement_id) REFERENCES venue_payout_statements
  )`,
  `CREATE UNIQUE INDEX venue_payout_statements_first ON venue_payout_statements (statement_id)
    WHERE former_id IS NULL`,
  ...['venue_payouts', 'venue_payout_statements', 'venue_payout_reversals'].map(
    (table) => `CREATE TRIGGER ${table}_kept BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_statement_change()`,
  ),
  `CREATE TABLE venue_statement_mails (
    id uuid PRIMARY KEY,
    statement_id uuid NOT NULL REFERENCES venue_statements,
    asked_at timestamptz NOT NULL,
    sent_at timestamptz
  )`,
  `CREATE INDEX venue_statement_mails_statement ON venue_statement_mails (statement_id)`,
];

const bookings = [
  `INSERT INTO ledger_accounts (id, user_id, currency, balance)
    SELECT DISTINCT account || ':' || currency, NULL::uuid, currency, NULL::int
    FROM venue_statements, unnest(ARRAY['venueShares', 'venuesPayable']) AS account
    WHERE venue_share <> 0 ON CONFLICT (id) DO NOTHING`,
  `WITH booked AS (
      INSERT INTO ledger_transactions (id, key, rental_id, created_at)
      SELECT gen_random_uuid(), 'venueShare:' || number, NULL, now()
      FROM venue_statements WHERE venue_share <> 0
      RETURNING id, key)
    INSERT INTO ledger_entries (transaction_id, debit, credit, amount, currency)
    SELECT booked.id,
      CASE WHEN venue_share > 0 THEN 'venueShares:' ELSE 'venuesPayable:' END || currency,
      CASE WHEN venue_share > 0 THEN 'venuesPayable:' ELSE 'venueShares:' END || currency,
      least(abs(venue_share) - done, 2147483647), currency
    FROM booked JOIN venue_statements ON 'venueShare:' || number = booked.key
      -- An entry has at most 2147483647 minor units, so a higher share has several entries.
      CROSS JOIN LATERAL generate_series(0, abs(venue_share) - 1, 2147483647) AS done`,
];
