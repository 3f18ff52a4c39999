import { type Kysely, sql } from 'kysely';

/** Rewards that riders cannot spend yet, and hashes of the phones and cards of riders who got a reward. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE pending_rewards (
    key text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    currency text NOT NULL,
    amount int NOT NULL CHECK (amount > 0),
    reason text NOT NULL CHECK (reason IN ('referralReward','campaign')),
    state text NOT NULL CHECK (state IN ('pending','released','refused','dropped')),
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((state = 'pending') = (ended_at IS NULL))
  )`,
  `CREATE INDEX pending_rewards_user ON pending_rewards (user_id)`,
  // The hash is not unique: a rider may have got several rewards, and riders may share an older hash.
  `CREATE TABLE reward_hashes (
    kind text NOT NULL CHECK (kind IN ('phone','card')),
    hash text NOT NULL,
    user_id uuid NOT NULL REFERENCES users,
    PRIMARY KEY (kind, hash, user_id)
  )`,
  // The phones and cards for which a reward was given before. An old row does not show which of the
  // two riders of a referral it belongs to, so both riders get a row.
  `INSERT INTO reward_hashes (kind, hash, user_id)
    SELECT kind, hash, friend_id FROM referral_marks
      JOIN referrals ON referrals.id = referral_marks.referral_id
    UNION
    SELECT kind, hash, referrer_id FROM referral_marks
      JOIN referrals ON referrals.id = referral_marks.referral_id`,
];
