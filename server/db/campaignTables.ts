import type { Generated } from 'kysely';
import type { Campaign, CampaignReward } from '../../contract/campaigns.ts';
import type { RafflePrize } from '../../contract/raffle.ts';
import type { Json } from './columns.ts';

/** A city of a campaign, with its name: a circle, or the surroundings of stations. */
type CampaignCity =
  | { name: string; lat: number; lng: number; radiusMetres: number }
  | { name: string; stations: string[] };

export interface CampaignTables {
  campaigns: {
    id: string;
    type: string;
    kind: Campaign['kind'];
    texts: Json<Campaign['texts']>;
    /** Null for a raffle. */
    reward: Json<CampaignReward> | null;
    /** The currency of its amounts. */
    currency: string;
    audience: Campaign['audience'];
    /** For new riders: the earliest time of registration. */
    registered_since: Date | null;
    cities: Json<CampaignCity[]>;
    per_person: number;
    starts_at: Date;
    ends_at: Date;
    time_zone: string;
    /** Null: unlimited. */
    budget_claims: number | null;
    /** The budget for all rewards together, in minor units; null: unlimited. */
    budget_amount: number | null;
    claims: Generated<number>;
    /** The sum of all claims. */
    granted: Generated<number>;
    created_at: Date;
    /** When an operator ended it early. */
    ended_at: Date | null;
  };
  campaign_claims: {
    id: string;
    campaign_id: string;
    user_id: string;
    /** Numbers the claims of one rider in one campaign, from 1. */
    ordinal: number;
    reward: Json<CampaignReward>;
    rider_coupon_id: string | null;
    at: Date;
  };
  campaign_marks: {
    hash: string;
    campaign_id: string;
    claims: Generated<number>;
    /** For a raffle: the last day with an entry, `YYYY-MM-DD`. */
    last_day: string | null;
  };
  raffles: {
    campaign_id: string;
    seed: string;
    seed_hash: string;
    prizes: Json<RafflePrize[]>;
    out_of: number;
    next_number: Generated<number>;
  };
  raffle_entries: {
    raffle_id: string;
    number: number;
    user_id: string;
    /** In the raffle's zone, `YYYY-MM-DD`. */
    day: string;
    /** The prize's index. */
    prize: number | null;
    claim_id: string | null;
    at: Date;
  };
}
