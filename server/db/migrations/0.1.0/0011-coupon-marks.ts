import { type Kysely, sql } from 'kysely';

/** Hashes of the riders who redeemed a coupon. They remain after the account is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE coupon_marks (
    coupon_id uuid NOT NULL REFERENCES coupons,
    hash text NOT NULL,
    PRIMARY KEY (coupon_id, hash)
  )`.execute(db);
}
