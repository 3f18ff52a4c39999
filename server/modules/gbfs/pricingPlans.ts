import type { Language } from '../../../contract/config.ts';
import { formatPeriod } from '../../../contract/rules/format/period.ts';
import { billRental, usageAmount, type Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { formatMoney, localized, feedText, toMajor } from './texts.ts';

interface Segment {
  /** The start of the segment in minutes after the pick-up. */
  start: number;
  rate: number;
  /**
   * The rate is charged again after each interval of this many minutes. If the interval is 0, the rate is charged only
   * once.
   */
  interval: number;
  end?: number;
}

/**
 * A tariff as a pricing plan of the standard. The description also contains the terms that the other fields of the plan
 * cannot express.
 */
export function presentPlan(tariff: Tariff) {
  const { id, currency, unlockFee } = tariff;
  return {
    plan_id: id,
    name: localized((language) => feedText(language, 'payAsYouGo')),
    currency,
    price: toMajor(unlockFee, currency),
    is_taxable: false,
    description: localized((language) => describeTariff(tariff, language)),
    per_min_pricing: segmentsOf(tariff).map(({ rate, ...segment }) => ({
      ...segment,
      rate: toMajor(rate, currency),
    })),
  };
}

/**
 * The segments of the usage, in minor units. Until the charger counts as lost, the usage grows up
 * to the cap in each cap period. The last segment adds the part of the price of a lost charger that
 * the unlock fee and the usage do not contain.
 */
function segmentsOf(tariff: Tariff): Segment[] {
  const { rate, rateMinutes, freeMinutes = 0, cap, capMinutes, lostMinutes } = tariff;
  const segments: Segment[] = [];
  const full = Math.floor(cap / rate);
  for (let start = freeMinutes; start < lostMinutes; start += capMinutes) {
    const stop = Math.min(start + capMinutes, lostMinutes);
    const end = Math.min(start + full * rateMinutes, stop);
    if (full > 0) segments.push({ start, rate, interval: rateMinutes, end });
    const rest = cap - full * rate;
    const restStart = start + full * rateMinutes;
    if (rest > 0 && restStart < stop) segments.push({ start: restStart, rate: rest, interval: 0 });
  }
  const until = lostMinutes * 60_000;
  const lost = billRental(tariff, { startedAt: 0, until, sameStation: false }).total;
  const missing = lost - tariff.unlockFee - usageAmount(tariff, 0, until);
  if (missing !== 0) segments.push({ start: lostMinutes, rate: missing, interval: 0 });
  return segments;
}

/** The terms of a tariff in sentences. */
export function describeTariff(tariff: Tariff, language: Language): string {
  const money = (amount: number) => formatMoney(language, amount, tariff.currency);
  const time = (minutes: number) => formatPeriod(minutes, language);
  const sentences = [
    feedText(language, 'price', {
      unlockFee: money(tariff.unlockFee),
      rate: money(tariff.rate),
      period: time(tariff.rateMinutes),
      cap: money(tariff.cap),
      capPeriod: time(tariff.capMinutes),
    }),
  ];
  if (tariff.freeMinutes) {
    sentences.push(feedText(language, 'free', { free: time(tariff.freeMinutes) }));
  }
  if (tariff.graceMinutes > 0) {
    sentences.push(feedText(language, 'grace', { grace: time(tariff.graceMinutes) }));
  }
  if (tariff.deposit > 0) {
    sentences.push(feedText(language, 'deposit', { deposit: money(tariff.deposit) }));
  }
  sentences.push(
    feedText(language, 'lost', {
      lost: time(tariff.lostMinutes),
      lostTotal: money(tariff.lostTotal),
    }),
  );
  return sentences.join(language === 'zh-CN' ? '' : ' ');
}
