import type { Generated } from 'kysely';
import type { Campaign, CampaignReward } from '../../contract/campaigns.ts';
import type { RafflePrize } from '../../contract/raffle.ts';
import type { Json } from './columns.ts';

/** A city of a campaign. The area of the city is a circle, or the surroundings of some stations. */
type CampaignCity =
  | { name: string; lat: number; lng: number; radiusMetres: number }
  | { name: string; stations: string[] };

export interface CampaignTables {
  campaigns: {
    id: string;
    type: string;
    kind: Campaign['kind'];
    texts: Json<Campaign['texts']>;
    /** The reward of a claim; null for a raffle. */
    reward: Json<CampaignReward> | null;
    /** The currency of all amounts of the campaign. */
    currency: string;
    audience: Campaign['audience'];
    /** The earliest time of registration; null unless the campaign is for new riders. */
    registered_since: Date | null;
    cities: Json<CampaignCity[]>;
    per_person: number;
    starts_at: Date;
    ends_at: Date;
    time_zone: string;
    /** The highest number of claims; null if it is unlimited. */
    budget_claims: number | null;
    /** The budget of all rewards together, in minor units; null if it is unlimited. */
    budget_amount: number | null;
    claims: Generated<number>;
    /** The sum of the rewards of all claims, in minor units. Free minutes count as zero. */
    granted: Generated<number>;
    created_at: Date;
    /** When an operator ended the campaign early. */
    ended_at: Date | null;
  };
  campaign_claims: {
    id: string;
    campaign_id: string;
    user_id: string;
    /** The number of the claim among the rider's claims in this campaign, from 1. */
    ordinal: number;
    reward: Json<CampaignReward>;
    rider_coupon_id: string | null;
    at: Date;
  };
  campaign_marks: {
    hash: string;
    campaign_id: string;
    claims: Generated<number>;
    /** The last day on which the rider entered the raffle, `YYYY-MM-DD`; null for an offer. */
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
    /** The day of the entry in the raffle's time zone, `YYYY-MM-DD`. */
    day: string;
    /** The index of the prize; null for no prize. */
    prize: number | null;
    claim_id: string | null;
    at: Date;
  };
}
