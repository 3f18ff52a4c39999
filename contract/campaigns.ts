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
    /** The coupon counts only for a rental that costs at least this amount. */
    minimumTotal: Money.nullable(),
    /** Days from the claim; null: no expiry. */
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

/** Plain text, never markup. */
export const CampaignTexts = z.object({
  title: z.string().min(1).max(80),
  /** One or two sentences. */
  summary: z.string().min(1).max(300),
  /** The terms of this campaign only, one paragraph each; the general terms come before them. */
  terms: z.array(z.string().min(1).max(1000)).max(20),
});
export type CampaignTexts = z.infer<typeof CampaignTexts>;

/** What a rider got by a claim. */
export const CampaignClaim = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  reward: CampaignReward,
  /** Null for GoCash, which is credited at once if it is not `pending`. */
  coupon: Coupon.nullable(),
  /** GoCash that cannot be spent yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
});
export type CampaignClaim = z.infer<typeof CampaignClaim>;

/** Why a rider cannot claim (again). */
export const ClaimObstacle = z.enum([
  /**
   * The rider has used all claims, with this or another account. In a raffle: has entered today.
   */
  'claimed',
  'notNewRider',
  'otherCity',
]);
export type ClaimObstacle = z.infer<typeof ClaimObstacle>;

export const Campaign = z.object({
  type: CampaignType,
  /** A raffle's prizes and rules are under `/api/raffles/{type}`. */
  kind: z.enum(['offer', 'raffle']),
  /** In all languages, so that a change of language needs no request. */
  texts: z.object({ en: CampaignTexts, es: CampaignTexts, 'zh-CN': CampaignTexts }),
  /** Null for a raffle. */
  reward: CampaignReward.nullable(),
  audience: z.enum(['everyone', 'newRiders', 'cities']),
  /** Names; empty unless the audience is `cities`. */
  cities: z.array(z.string()),
  /** The highest number of claims by one rider. A raffle allows one entry a day. */
  perPerson: z.int().positive(),
  startsAt: z.iso.datetime(),
  /** The campaign is over from this time. */
  endsAt: z.iso.datetime(),
  /** The IANA time zone in which the operator entered start and end. */
  timeZone: z.string(),
  /** `soldOut`: the budget is used up. The state is by the server's clock. */
  state: z.enum(['upcoming', 'running', 'soldOut', 'ended']),
  /** Null for a guest. */
  mine: z
    .object({
      /** Null: the rider may claim now. */
      obstacle: ClaimObstacle.nullable(),
      /** Newest first. */
      claims: z.array(CampaignClaim),
    })
    .nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** The position of the device; the server does not store it. */
export const CampaignPlace = z.object({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});

/**
 * `GET /api/campaigns?lat=&lng=`: the running campaigns that are not sold out. The campaign to show
 * first is at the front. With a session, `mine` contains the rider's own claims.
 * `GET /api/campaigns/{type}?lat=&lng=`: one campaign, also before its start and after its end, or
 * `campaignNotFound`.
 */
export const Campaigns = z.object({ campaigns: z.array(Campaign) });
export type Campaigns = z.infer<typeof Campaigns>;

/**
 * `POST /api/campaigns/{type}/claims` (Idempotency-Key): answers 201 with the `CampaignClaim`, else
 * `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignSoldOut`, `campaignNotForYou` or
 * `campaignClaimed`.
 */
export const ClaimCampaign = z.object({
  /**
   * For campaigns with cities: the position of a rider who has not rented in one of the cities yet.
   */
  near: z
    .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .nullable(),
});
export type ClaimCampaign = z.infer<typeof ClaimCampaign>;
