import type { Db } from '../../db/database.ts';

/* Subqueries that other queries join. */

/** The type of each campaign, which is its name in paths and commands. */
export function campaignTypes(db: Db) {
  return db.selectFrom('campaigns').select(['id', 'type']);
}

/** The totals of each campaign: the number of its claims, and the granted amount in minor units. */
export function campaignCounts(db: Db) {
  return db.selectFrom('campaigns').select(['id', 'type', 'claims', 'granted']);
}

/** All campaigns and raffles for operators, the earliest start first. */
export function campaignsForOperators(db: Db) {
  return db.selectFrom('campaigns').selectAll().orderBy('starts_at').orderBy('id');
}

/** The claims of all campaigns, with their rewards. */
export function campaignClaims(db: Db) {
  return db
    .selectFrom('campaign_claims')
    .select(['id', 'campaign_id', 'reward', 'rider_coupon_id']);
}
