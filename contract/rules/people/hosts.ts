import type { Config } from '../../config.ts';
import { usageAmount, type UsageTerms } from '../pricing/pricing.ts';
import { isOneOf } from '../shapes/shapes.ts';

/** The kinds of venues that have stations. */
export const venueKinds = [
  'cafe',
  'restaurant',
  'bar',
  'shop',
  'hotel',
  'gym',
  'transit',
  'event',
  'office',
  'other',
] as const;
export type VenueKind = (typeof venueKinds)[number];

export const isVenueKind = isOneOf(...venueKinds);

export const longestBusiness = 100;
export const longestAddress = 200;
export const longestContactName = 80;
export const longestHostMessage = 1000;

/** The values that the operator configured for one kind of venue. */
export interface VenueTerms {
  /** The usual number of rentals per day. */
  rentalsPerDay: number;
  mostPerDay: number;
  /** How long a rental typically lasts. */
  minutes: number;
}

export interface EstimateTerms {
  currency: string;
  price: UsageTerms & { unlockFee: number };
  /**
   * The host's share, in per cent of what riders pay. The host and the operator agree on a value within
   * these limits.
   */
  share: { minimum: number; maximum: number };
}

/**
 * The basis of an estimate; null if the operator gave no numbers, or if the prices are unknown or differ between the
 * tariffs.
 */
export function estimateTerms(
  terms: Config['terms'],
  estimate: Pick<EstimateTerms, 'share'> | null,
): EstimateTerms | null {
  if (!terms || !estimate) return null;
  const { unlockFee, rate, rateMinutes, freeMinutes, cap, capMinutes } = terms;
  if (!unlockFee || !rate || !cap) return null;
  if (rateMinutes === null || freeMinutes === null || capMinutes === null) return null;
  return {
    currency: rate.currency,
    price: {
      unlockFee: unlockFee.amount,
      rate: rate.amount,
      rateMinutes,
      freeMinutes,
      cap: cap.amount,
      capMinutes,
    },
    share: estimate.share,
  };
}

/** The assumptions of an estimate. The visitor may change them within `assumptionBounds`. */
export interface Assumptions {
  rentalsPerDay: number;
  minutes: number;
  sharePercent: number;
}

/** The bounds of an assumption, both inclusive. The allowed values are `step` apart, from `minimum` on. */
export interface Bounds {
  minimum: number;
  maximum: number;
  step: number;
}

export interface Estimate {
  currency: string;
  /** What a rider pays for one rental with these assumptions. All amounts are in minor units. */
  price: number;
  /** What all riders together pay in a month. */
  paid: number;
  /** The host's share of `paid`, rounded down. */
  earned: number;
}

export const estimateDays = 30;
const dayMinutes = 24 * 60;

/**
 * Returns the bounds of the assumptions. A rental lasts at most a day, because longer rentals are not typical. If one
 * period of the price is longer than a day, a rental lasts exactly one period.
 */
export function assumptionBounds(
  { price: { rateMinutes }, share }: EstimateTerms,
  venue: VenueTerms,
): Record<keyof Assumptions, Bounds> {
  const periods = Math.max(1, Math.floor(dayMinutes / rateMinutes));
  return {
    rentalsPerDay: { minimum: 1, maximum: Math.max(1, venue.mostPerDay), step: 1 },
    minutes: { minimum: rateMinutes, maximum: periods * rateMinutes, step: rateMinutes },
    sharePercent: { ...share, step: 1 },
  };
}

/** The nearest value that the bounds allow. */
export function withinBounds(value: number, { minimum, maximum, step }: Bounds): number {
  const steps = Math.round((value - minimum) / step);
  const most = Math.floor((maximum - minimum) / step);
  return minimum + Math.min(Math.max(0, steps), Math.max(0, most)) * step;
}

/**
 * The assumptions that the form shows at first: the usual values of the venue, and the lowest
 * share.
 */
export function usualAssumptions(terms: EstimateTerms, venue: VenueTerms): Assumptions {
  const bounds = assumptionBounds(terms, venue);
  return {
    rentalsPerDay: withinBounds(venue.rentalsPerDay, bounds.rentalsPerDay),
    minutes: withinBounds(venue.minutes, bounds.minutes),
    sharePercent: bounds.sharePercent.minimum,
  };
}

/**
 * Estimates the earnings of a month. If the bounds do not allow an assumption, the nearest allowed
 * value replaces it.
 */
export function estimateEarnings(
  terms: EstimateTerms,
  venue: VenueTerms,
  assumed: Assumptions,
): Estimate {
  const bounds = assumptionBounds(terms, venue);
  const minutes = withinBounds(assumed.minutes, bounds.minutes);
  const price = terms.price.unlockFee + usageAmount(terms.price, 0, minutes * 60_000);
  const paid = price * withinBounds(assumed.rentalsPerDay, bounds.rentalsPerDay) * estimateDays;
  const share = withinBounds(assumed.sharePercent, bounds.sharePercent);
  return { currency: terms.currency, price, paid, earned: Math.floor((paid * share) / 100) };
}

/** Matches parts of links: `://`, `www.`, and the markup of links in BBCode or Markdown. */
const link = /:\/\/|\bwww\.|\[\/?url\b|\]\(/i;

/** Invisible characters. They could hide a link from the check. */
const unseen = /(?!\s)\p{C}/gu;

/**
 * Whether a text contains nothing that `link` matches, and neither `<` nor `>`. Spam in forms usually
 * contains links or markup, and the description of a venue needs neither.
 */
export function isPlainText(text: string): boolean {
  const seen = text.normalize('NFKC').replace(unseen, '');
  return !link.test(seen) && !/[<>＜＞]/.test(text);
}
