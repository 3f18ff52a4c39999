import { type Kysely, sql } from 'kysely';

/**
 * What operators have paid to riders. Above a limit, a second operator must approve a payment. Also stores which
 * coupons one act of an operator created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE operator_payouts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    who text NOT NULL,
    -- The order, the top-up or the rider that got the amount.
    subject text NOT NULL,
    currency text NOT NULL,
    amount int NOT NULL CHECK (amount > 0),
    paid_at timestamptz NOT NULL,
    -- Whether a second operator approved it, so that it does not count.
    approved boolean NOT NULL
  )`,
  `CREATE INDEX operator_payouts_who ON operator_payouts (lower(who), paid_at)`,
  `CREATE INDEX operator_payouts_subject ON operator_payouts (subject)`,
  `ALTER TABLE coupons ADD COLUMN batch uuid`,
  `CREATE INDEX coupons_batch ON coupons (batch) WHERE batch IS NOT NULL`,
  `CREATE INDEX pending_acts_subject ON pending_acts (action, subject) WHERE state = 'open'`,
];
