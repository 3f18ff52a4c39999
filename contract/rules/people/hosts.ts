import type { Config } from '../../config.ts';
import { usageAmount, type UsageTerms } from '../pricing/pricing.ts';
import { isOneOf } from '../shapes/shapes.ts';

/** Where chargers are rented from. */
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

/** What the operator knows of one kind of venue. */
export interface VenueTerms {
  /** What is usual. */
  rentalsPerDay: number;
  mostPerDay: number;
  /** How long a charger is usually out. */
  minutes: number;
}

export interface EstimateTerms {
  currency: string;
  price: UsageTerms & { unlockFee: number };
  /** Per cent of what riders pay that is the host's; it is agreed on within these. */
  share: { minimum: number; maximum: number };
}

/** What an estimate is made of; null where the operator says too little, or tariffs differ. */
export function estimateTerms({
  terms,
  host,
}: Pick<Config, 'terms' | 'host'>): EstimateTerms | null {
  if (!terms || !host?.estimate) return null;
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
    share: host.estimate.share,
  };
}

/** What an estimate takes for granted; a person may change it within `assumptionBounds`. */
export interface Assumptions {
  rentalsPerDay: number;
  minutes: number;
  sharePercent: number;
}

/** Inclusive; the values between are `step` apart, counted from `minimum`. */
export interface Bounds {
  minimum: number;
  maximum: number;
  step: number;
}

export interface Estimate {
  currency: string;
  /** What a rider pays for one such rental; minor units, as all that follows. */
  price: number;
  /** What riders pay in a month. */
  paid: number;
  /** The host's part of that, rounded down. */
  earned: number;
}

export const estimateDays = 30;
const dayMinutes = 24 * 60;

/** A charger that is out for longer than a day is no usual rental. */
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

/** Where an estimate begins: what is usual for the venue, and the least that a host is given. */
export function usualAssumptions(terms: EstimateTerms, venue: VenueTerms): Assumptions {
  const bounds = assumptionBounds(terms, venue);
  return {
    rentalsPerDay: withinBounds(venue.rentalsPerDay, bounds.rentalsPerDay),
    minutes: withinBounds(venue.minutes, bounds.minutes),
    sharePercent: bounds.sharePercent.minimum,
  };
}

/** What a month of such rentals brings; values out of their bounds are taken to the nearest within. */
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

/** What looks like an address on the web, in a text or in one of the usual markups. */
const link = /:\/\/|\bwww\.|\[\/?url\b|\]\(/i;

/** What is not seen, and would hide a link from who looks for it. */
const unseen = /(?!\s)\p{C}/gu;

/**
 * Whether a text is only that. Links and markup are what such forms are flooded with, and nobody
 * needs them to say where a shop is.
 */
export function isPlainText(text: string): boolean {
  const seen = text.normalize('NFKC').replace(unseen, '');
  return !link.test(seen) && !/[<>＜＞]/.test(text);
}
