import { z } from 'zod';
import { Reason } from './team.ts';

/*
 * Coupons, campaigns, news and the requests of hosts, under `/api/ops`. Operators with the role `marketing` change
 * them. Amounts are in minor units of the currency of the server.
 */

/**
 * Creates coupons. The fields of `coupon` are the options of `npm run ops -- coupons create`, such
 * as `kind`, `amount` and `count`.
 */
export const CreateCoupons = z.strictObject({
  coupon: z.record(z.string(), z.unknown()),
  why: Reason,
});
/** The codes of the new coupons, as riders see them. */
export const CouponsCreated = z.object({ codes: z.array(z.string()), repeated: z.boolean() });
export type CouponsCreated = z.infer<typeof CouponsCreated>;

export const CouponForOperators = z.object({
  code: z.string(),
  kind: z.string(),
  amount: z.int().nullable(),
  currency: z.string(),
  minutes: z.int().nullable(),
  minimum: z.int(),
  firstRental: z.boolean(),
  /** How often riders have redeemed the coupon. `max` is how often they can redeem it; null means without a limit. */
  redemptions: z.int(),
  max: z.int().nullable(),
  startsAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type CouponForOperators = z.infer<typeof CouponForOperators>;

export const CouponQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
/** A page of coupons, the oldest first. The coupons of campaigns are not in the list. */
export const CouponList = z.object({
  coupons: z.array(CouponForOperators),
  nextCursor: z.string().nullable(),
});
export type CouponList = z.infer<typeof CouponList>;
export const CouponEnded = z.object({ code: z.string(), repeated: z.boolean() });
export type CouponEnded = z.infer<typeof CouponEnded>;

/**
 * Creates a campaign. `campaign` has the fields of the file that the command `npm run ops --
 * campaigns create` reads. The options of this command are also fields of `campaign`.
 */
export const CreateCampaign = z.strictObject({
  campaign: z.record(z.string(), z.unknown()),
  why: Reason,
});

export const CampaignForOperators = z.object({
  type: z.string(),
  kind: z.string(),
  audience: z.string(),
  state: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  claims: z.int(),
  /** The total amount that riders have got by claims so far. */
  given: z.int(),
  currency: z.string(),
  /**
   * The budget: the highest number of claims, and the highest total amount. Null means without a
   * limit.
   */
  mostClaims: z.int().nullable(),
  mostGiven: z.int().nullable(),
});
export type CampaignForOperators = z.infer<typeof CampaignForOperators>;
export const CampaignList = z.object({ campaigns: z.array(CampaignForOperators) });
export type CampaignList = z.infer<typeof CampaignList>;
export const CampaignChanged = z.object({
  campaign: CampaignForOperators,
  /** The hash of a new raffle's seed. Publish this hash before the first draw. Null for other campaigns. */
  seedHash: z.string().nullable(),
  repeated: z.boolean(),
});
export type CampaignChanged = z.infer<typeof CampaignChanged>;

/** Publishes news. `news` has the fields of the file that `npm run ops -- news publish` reads. */
export const PublishNews = z.strictObject({ news: z.record(z.string(), z.unknown()), why: Reason });
export const NewsForOperators = z.object({
  id: z.uuid(),
  title: z.record(z.string(), z.string()),
  link: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  /** The number of riders who have been notified so far. */
  riders: z.int(),
  /** Whether all riders have been notified. */
  isFinished: z.boolean(),
});
export type NewsForOperators = z.infer<typeof NewsForOperators>;
/** All news, the newest first. */
export const NewsForOperatorsList = z.object({ news: z.array(NewsForOperators) });
export const NewsPublished = z.object({ news: NewsForOperators, repeated: z.boolean() });
export type NewsPublished = z.infer<typeof NewsPublished>;

/** A business that would like to have a station. */
export const HostRequest = z.object({
  reference: z.string(),
  sentAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
  business: z.string(),
  venue: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  address: z.string(),
  contactName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  message: z.string(),
  language: z.string(),
});
export type HostRequest = z.infer<typeof HostRequest>;
export const HostQuery = z.object({
  state: z.enum(['open', 'all']).default('open'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
});
/** A page of requests, the oldest first. */
export const HostList = z.object({
  hosts: z.array(HostRequest),
  nextCursor: z.string().nullable(),
});
export type HostList = z.infer<typeof HostList>;
export const HostChanged = z.object({ reference: z.string(), repeated: z.boolean() });
export type HostChanged = z.infer<typeof HostChanged>;
