import { z } from 'zod';
import { Coupon } from './coupons.ts';
import { Money } from './money.ts';
import { campaignType } from './rules/promotions/campaignType.ts';

/** The name of a campaign in addresses: `/{type}/launcher`. */
export const CampaignType = z.string().regex(campaignType);

/** The reward of a claim or a prize. */
export const CampaignReward = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('amountOff'),
    amount: Money,
    /**
     * The coupon reduces a rental only if the rental costs at least this amount without the coupon;
     * null if there is no such limit.
     */
    minimumTotal: Money.nullable(),
    /** The days from the claim until the coupon expires; null if it does not expire. */
    validDays: z.int().positive().nullable(),
  }),
  z.object({
    kind: z.literal('freeMinutes'),
    minutes: z.int().positive(),
    validDays: z.int().positive().nullable(),
  }),
  z.object({ kind: z.literal('goCash'), amount: Money }),
]);
export type CampaignReward = z.infer<typeof CampaignReward>;

/** The texts of a campaign are plain text, never markup. */
export const CampaignTexts = z.object({
  title: z.string().min(1).max(80),
  /** One or two sentences about the campaign. */
  summary: z.string().min(1).max(300),
  /** The special terms of this campaign, one text for each paragraph. The app shows them after the general terms. */
  terms: z.array(z.string().min(1).max(1000)).max(20),
});
export type CampaignTexts = z.infer<typeof CampaignTexts>;

/** A claim, with what the rider got for it. */
export const CampaignClaim = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  reward: CampaignReward,
  /** The coupon; null for GoCash. GoCash is credited at once, unless `pending` is true. */
  coupon: Coupon.nullable(),
  /** Whether the GoCash of the claim cannot be spent yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
});
export type CampaignClaim = z.infer<typeof CampaignClaim>;

/** Why a rider cannot claim, or cannot claim again. */
export const ClaimObstacle = z.enum([
  /**
   * The rider has used all claims, with this or another account. In a raffle, the rider has entered today.
   */
  'claimed',
  'notNewRider',
  'otherCity',
]);
export type ClaimObstacle = z.infer<typeof ClaimObstacle>;

export const Campaign = z.object({
  type: CampaignType,
  /** The prizes and rules of a raffle are at `/api/raffles/{type}`. */
  kind: z.enum(['offer', 'raffle']),
  /** The texts in all languages, so that the app can change its language without a request. */
  texts: z.object({ en: CampaignTexts, es: CampaignTexts, 'zh-CN': CampaignTexts }),
  /** The reward of a claim; null for a raffle. */
  reward: CampaignReward.nullable(),
  audience: z.enum(['everyone', 'newRiders', 'cities']),
  /** The names of the cities; empty unless the audience is `cities`. */
  cities: z.array(z.string()),
  /**
   * The highest number of claims by one rider. In a raffle, it is the highest number of entries in a day, which is 1.
   */
  perPerson: z.int().positive(),
  startsAt: z.iso.datetime(),
  /** The campaign ends at this time. */
  endsAt: z.iso.datetime(),
  /** The IANA time zone in which the operator entered start and end. */
  timeZone: z.string(),
  /** The state by the server's clock. `soldOut`: the budget is too small for another claim. */
  state: z.enum(['upcoming', 'running', 'soldOut', 'ended']),
  /** The rider's claims, and the reason if the rider cannot claim now; null for a guest. */
  mine: z
    .object({
      /** Why this rider cannot claim; null if there is no such reason. The `state` of the campaign does not matter. */
      obstacle: ClaimObstacle.nullable(),
      /** The newest claim comes first. */
      claims: z.array(CampaignClaim),
    })
    .nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** The position of the device. The server does not store the position. */
export const CampaignPlace = z.object({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});

/**
 * `GET /api/campaigns?lat=&lng=` returns the running campaigns that are not sold out. The app shows them in the order
 * of the list. With a session, `mine` contains the rider's own claims. `GET /api/campaigns/{type}?lat=&lng=` returns
 * one campaign, even before its start and after its end, or the problem `campaignNotFound`.
 */
export const Campaigns = z.object({ campaigns: z.array(Campaign) });
export type Campaigns = z.infer<typeof Campaigns>;

/**
 * `POST /api/campaigns/{type}/claims` (Idempotency-Key) returns 201 with the `CampaignClaim`, or
 * `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignSoldOut`, `campaignNotForYou` or
 * `campaignClaimed`.
 */
export const ClaimCampaign = z.object({
  /**
   * The position of the rider. A campaign for cities needs the position, unless the rider has
   * already rented in one of the cities.
   */
  near: z
    .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .nullable(),
});
export type ClaimCampaign = z.infer<typeof ClaimCampaign>;
