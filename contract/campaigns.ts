import { z } from 'zod';
import { Coupon } from './coupons.ts';
import { Money } from './money.ts';
import { campaignType } from './rules/promotions/campaignType.ts';

/** The name of a campaign in addresses: `/{type}/launcher`. */
export const CampaignType = z.string().regex(campaignType);

/** What a claim, or a prize, brings. */
export const CampaignReward = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('amountOff'),
    amount: Money,
    /** It counts only for a rental that costs at least so much. */
    minimumTotal: Money.nullable(),
    /** From the claim on; null: until it is used. */
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
  /** The terms of this one campaign, a paragraph each; the general ones come before them. */
  terms: z.array(z.string().min(1).max(1000)).max(20),
});
export type CampaignTexts = z.infer<typeof CampaignTexts>;

/** What a rider got by a claim. */
export const CampaignClaim = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  reward: CampaignReward,
  /** Null for GoCash, which is in the wallet at once. */
  coupon: Coupon.nullable(),
});
export type CampaignClaim = z.infer<typeof CampaignClaim>;

/** What stands between a rider and a (further) claim. */
export const ClaimObstacle = z.enum([
  /** As often as one person may, by whichever account; of a raffle: today. */
  'claimed',
  'notNewRider',
  'otherCity',
]);
export type ClaimObstacle = z.infer<typeof ClaimObstacle>;

export const Campaign = z.object({
  type: CampaignType,
  /** A raffle's prizes and rules are under `/api/raffles/{type}`. */
  kind: z.enum(['offer', 'raffle']),
  /** In all languages, so that a change of language asks for nothing. */
  texts: z.object({ en: CampaignTexts, es: CampaignTexts, 'zh-CN': CampaignTexts }),
  /** Null for a raffle. */
  reward: CampaignReward.nullable(),
  audience: z.enum(['everyone', 'newRiders', 'cities']),
  /** Names; empty unless the audience is `cities`. */
  cities: z.array(z.string()),
  /** How often one person may claim; a raffle's is once a day. */
  perPerson: z.int().positive(),
  startsAt: z.iso.datetime(),
  /** From here on it is over. */
  endsAt: z.iso.datetime(),
  /** IANA zone in which the operator means both. */
  timeZone: z.string(),
  /** `soldOut`: the budget is used up. By the server's clock. */
  state: z.enum(['upcoming', 'running', 'soldOut', 'ended']),
  /** Null for a guest. */
  mine: z
    .object({
      /** Null: they may claim now. */
      obstacle: ClaimObstacle.nullable(),
      /** Newest first. */
      claims: z.array(CampaignClaim),
    })
    .nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** Where somebody is, as the device says; it is not kept. */
export const CampaignPlace = z.object({
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});

/**
 * `GET /api/campaigns?lat=&lng=`: the running ones, the one to be shown first at the front; with a
 * session as its rider sees them. What is sold out is not among them. `GET /api/campaigns/{type}?lat=&lng=`:
 * one, also before and after, or `campaignNotFound`.
 */
export const Campaigns = z.object({ campaigns: z.array(Campaign) });
export type Campaigns = z.infer<typeof Campaigns>;

/**
 * `POST /api/campaigns/{type}/claims` (Idempotency-Key): answers 201 with the `CampaignClaim`, else
 * `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignSoldOut`, `campaignNotForYou` or
 * `campaignClaimed`.
 */
export const ClaimCampaign = z.object({
  /** For campaigns of cities, where the rider has not rented in one of them yet. */
  near: z
    .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .nullable(),
});
export type ClaimCampaign = z.infer<typeof ClaimCampaign>;
