import { type Kysely, sql } from 'kysely';

/**
 * Payment methods other than cards, GoCash, coupons, referrals and disputes. Processes of the previous
 * version continue to run, because their rows get the defaults of the new columns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE payment_methods
    ALTER COLUMN expiry_month DROP NOT NULL,
    ALTER COLUMN expiry_year DROP NOT NULL,
    ADD COLUMN label text`,
  // The rider's customer id at the provider. It is created with the first payment method.
  `CREATE TABLE payment_customers (
    provider text NOT NULL,
    user_id uuid NOT NULL REFERENCES users,
    customer text NOT NULL,
    PRIMARY KEY (provider, user_id)
  )`,
  `CREATE TABLE webhook_events (
    provider text NOT NULL,
    id text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (provider, id)
  )`,
  `CREATE INDEX webhook_events_age ON webhook_events (received_at)`,

  `CREATE TABLE top_ups (
    id uuid PRIMARY KEY,
    number text NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users,
    payment_method_id uuid NOT NULL REFERENCES payment_methods,
    state text NOT NULL CHECK (state IN ('requested','credited','declined')),
    currency text NOT NULL,
    amount int NOT NULL CHECK (amount > 0),
    bonus int NOT NULL CHECK (bonus >= 0),
    failure text,
    created_at timestamptz NOT NULL,
    credited_at timestamptz
  )`,
  `CREATE INDEX top_ups_user ON top_ups (user_id, created_at DESC)`,

  // A payment belongs to a rental or to a top-up. Its money comes from the payment provider or from the wallet.
  `ALTER TABLE payments
    ALTER COLUMN rental_id DROP NOT NULL,
    ALTER COLUMN payment_method_id DROP NOT NULL,
    ADD COLUMN top_up_id uuid REFERENCES top_ups,
    ADD COLUMN source text NOT NULL DEFAULT 'provider' CHECK (source IN ('provider','goCash')),
    ADD COLUMN from_bonus int NOT NULL DEFAULT 0 CHECK (from_bonus BETWEEN 0 AND amount),
    DROP CONSTRAINT payments_purpose_check,
    ADD CONSTRAINT payments_purpose_check
      CHECK (purpose IN ('unlockFee','deposit','usage','overdue','topUp')),
    ADD CONSTRAINT payments_one_owner CHECK (num_nonnulls(rental_id, top_up_id) = 1),
    ADD CONSTRAINT payments_method CHECK ((source = 'provider') = (payment_method_id IS NOT NULL))`,
  `CREATE UNIQUE INDEX payments_top_up ON payments (top_up_id, attempt) WHERE top_up_id IS NOT NULL`,
  `CREATE INDEX payments_authorization ON payments (provider_authorization)
    WHERE provider_authorization IS NOT NULL`,
  `CREATE TABLE payment_steps (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payment_id uuid NOT NULL REFERENCES payments,
    step text NOT NULL CHECK (step IN ('placed','captured','released','refunded','declined')),
    amount int NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE INDEX payment_steps_payment ON payment_steps (payment_id)`,

  `CREATE TABLE wallet_movements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    transaction_id uuid NOT NULL REFERENCES ledger_transactions,
    currency text NOT NULL,
    reason text NOT NULL,
    top_up int NOT NULL,
    bonus int NOT NULL,
    top_up_after int NOT NULL CHECK (top_up_after >= 0),
    bonus_after int NOT NULL CHECK (bonus_after >= 0),
    rental_id uuid REFERENCES rentals,
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX wallet_movements_user ON wallet_movements (user_id, id DESC)`,
  `CREATE TRIGGER wallet_movements_append_only BEFORE UPDATE OR DELETE ON wallet_movements
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE INDEX ledger_accounts_user ON ledger_accounts (user_id) WHERE user_id IS NOT NULL`,

  `CREATE TABLE coupons (
    id uuid PRIMARY KEY,
    code text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('amountOff','freeMinutes','goCash')),
    currency text NOT NULL,
    amount int CHECK (amount > 0),
    minutes int CHECK (minutes > 0),
    minimum_total int NOT NULL DEFAULT 0 CHECK (minimum_total >= 0),
    first_rental_only boolean NOT NULL DEFAULT false,
    redemptions int NOT NULL DEFAULT 0,
    max_redemptions int CHECK (max_redemptions > 0),
    starts_at timestamptz,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((kind = 'freeMinutes') = (minutes IS NOT NULL)),
    CHECK ((kind = 'freeMinutes') = (amount IS NULL)),
    CHECK (max_redemptions IS NULL OR redemptions <= max_redemptions)
  )`,
  `CREATE TABLE rider_coupons (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    coupon_id uuid NOT NULL REFERENCES coupons,
    state text NOT NULL CHECK (state IN ('available','reserved','used')),
    rental_id uuid REFERENCES rentals,
    redeemed_at timestamptz NOT NULL,
    used_at timestamptz,
    UNIQUE (coupon_id, user_id)
  )`,
  `CREATE INDEX rider_coupons_user ON rider_coupons (user_id)`,

  `CREATE TABLE referrals (
    id uuid PRIMARY KEY,
    referrer_id uuid NOT NULL REFERENCES users,
    friend_id uuid NOT NULL UNIQUE REFERENCES users,
    currency text NOT NULL,
    amount int NOT NULL CHECK (amount > 0),
    referrer_state text NOT NULL CHECK (referrer_state IN ('credited','capped','reversed')),
    friend_state text NOT NULL CHECK (friend_state IN ('credited','reversed')),
    created_at timestamptz NOT NULL,
    CHECK (referrer_id <> friend_id)
  )`,
  `CREATE INDEX referrals_referrer ON referrals (referrer_id, created_at DESC)`,
  // Hashes of the phones and cards for which a reward was given. They remain after the account is
  // deleted.
  `CREATE TABLE referral_marks (
    kind text NOT NULL CHECK (kind IN ('phone','card')),
    hash text NOT NULL,
    referral_id uuid NOT NULL REFERENCES referrals,
    PRIMARY KEY (kind, hash)
  )`,

  `CREATE TABLE disputes (
    id uuid PRIMARY KEY,
    rental_id uuid NOT NULL UNIQUE REFERENCES rentals,
    reason text NOT NULL,
    note text NOT NULL,
    state text NOT NULL CHECK (state IN ('open','refunded','rejected')),
    refunded int CHECK (refunded > 0),
    opened_at timestamptz NOT NULL,
    answered_at timestamptz
  )`,

  `ALTER TABLE rentals
    ADD COLUMN use_go_cash boolean NOT NULL DEFAULT false,
    ADD COLUMN rider_coupon_id uuid REFERENCES rider_coupons,
    ADD COLUMN discount jsonb,
    ADD COLUMN reminders int NOT NULL DEFAULT 0`,
];
