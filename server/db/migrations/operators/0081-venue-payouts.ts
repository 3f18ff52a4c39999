import { type Kysely, sql } from 'kysely';

/** What the operator owes to the owners of venues, its payouts, and the mails of statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await bookClosed(db);
}

/** Books the statements that are closed already. They are booked now, so that no closed day changes. */
export async function bookClosed<T>(db: Kysely<T>): Promise<void> {
  for (const statement of bookings) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE venues ADD COLUMN language text NOT NULL DEFAULT 'en'
    CHECK (language IN ('en', 'zh-CN', 'es'))`,
  `CREATE TABLE venue_payouts (
    id uuid PRIMARY KEY,
    venue_id text NOT NULL REFERENCES venues,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    -- The day of the bank transfer.
    paid_on text NOT NULL CHECK (paid_on ~ '^20\\d\\d-\\d\\d-\\d\\d$'),
    reference text,
    recorded_at timestamptz NOT NULL,
    recorded_by text NOT NULL
  )`,
  `CREATE INDEX venue_payouts_venue ON venue_payouts (venue_id, recorded_at)`,
  `CREATE TABLE venue_payout_statements (
    -- A statement is paid once.
    statement_id uuid PRIMARY KEY REFERENCES venue_statements,
    payout_id uuid NOT NULL REFERENCES venue_payouts
  )`,
  `CREATE INDEX venue_payout_statements_payout ON venue_payout_statements (payout_id)`,
  ...['venue_payouts', 'venue_payout_statements'].map(
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
      abs(venue_share), currency
    FROM booked JOIN venue_statements ON 'venueShare:' || number = booked.key`,
];
