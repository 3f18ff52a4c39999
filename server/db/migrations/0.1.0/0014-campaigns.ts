import { type Kysely, sql } from 'kysely';

/**
 * Campaigns, their claims, and raffles. Processes of the previous version continue to run, and treat a
 * claimed coupon like a coupon with a redeemed code.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE campaigns (
    id uuid PRIMARY KEY,
    type text NOT NULL UNIQUE CHECK (type ~ '^[a-z0-9-]{1,40}$'),
    kind text NOT NULL CHECK (kind IN ('offer','raffle')),
    texts jsonb NOT NULL,
    reward jsonb,
    currency text NOT NULL,
    audience text NOT NULL CHECK (audience IN ('everyone','newRiders','cities')),
    registered_since timestamptz,
    cities jsonb NOT NULL,
    per_person int NOT NULL CHECK (per_person > 0),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
    time_zone text NOT NULL,
    budget_claims int CHECK (budget_claims > 0),
    budget_amount bigint CHECK (budget_amount > 0),
    claims int NOT NULL DEFAULT 0,
    granted bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((kind = 'offer') = (reward IS NOT NULL)),
    CONSTRAINT campaigns_budget_claims CHECK (claims <= budget_claims),
    CONSTRAINT campaigns_budget_amount CHECK (granted <= budget_amount)
  )`,
  // Each claim creates a separate coupon, because each coupon has its own expiry.
  `ALTER TABLE coupons ADD COLUMN campaign_id uuid REFERENCES campaigns`,
  `CREATE TABLE campaign_claims (
    id uuid PRIMARY KEY,
    campaign_id uuid NOT NULL REFERENCES campaigns,
    user_id uuid NOT NULL REFERENCES users,
    ordinal int NOT NULL CHECK (ordinal > 0),
    reward jsonb NOT NULL,
    rider_coupon_id uuid REFERENCES rider_coupons,
    at timestamptz NOT NULL,
    CONSTRAINT campaign_claims_ordinal UNIQUE (campaign_id, user_id, ordinal)
  )`,
  `CREATE INDEX campaign_claims_user ON campaign_claims (user_id)`,
  // Hashes of the sign-in methods and cards of riders, by which the server recognises a rider who has a new account.
  // They remain after the old account is deleted.
  `CREATE TABLE campaign_marks (
    hash text NOT NULL,
    campaign_id uuid NOT NULL REFERENCES campaigns,
    claims int NOT NULL DEFAULT 0,
    last_day text,
    PRIMARY KEY (hash, campaign_id)
  )`,

  `CREATE TABLE raffles (
    campaign_id uuid PRIMARY KEY REFERENCES campaigns,
    seed text NOT NULL CHECK (seed ~ '^[0-9a-f]{64}$'),
    seed_hash text NOT NULL CHECK (seed_hash ~ '^[0-9a-f]{64}$'),
    prizes jsonb NOT NULL,
    out_of int NOT NULL CHECK (out_of > 0),
    next_number int NOT NULL DEFAULT 1 CHECK (next_number > 0)
  )`,
  `CREATE TABLE raffle_entries (
    raffle_id uuid NOT NULL REFERENCES raffles,
    number int NOT NULL CHECK (number > 0),
    user_id uuid NOT NULL REFERENCES users,
    day text NOT NULL CHECK (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    prize int CHECK (prize >= 0),
    claim_id uuid REFERENCES campaign_claims,
    at timestamptz NOT NULL,
    CONSTRAINT raffle_entries_numbered UNIQUE (raffle_id, number),
    CONSTRAINT raffle_entries_one_a_day UNIQUE (raffle_id, user_id, day),
    CHECK ((prize IS NULL) = (claim_id IS NULL))
  )`,
  `CREATE INDEX raffle_entries_won ON raffle_entries (raffle_id, prize) WHERE prize IS NOT NULL`,
  `CREATE INDEX raffle_entries_user ON raffle_entries (user_id)`,
];
