import { formatMoney } from '../format/money.ts';
import { formatPeriod } from '../format/period.ts';
import type { Tariff } from '../pricing/pricing.ts';
import type { Fact } from './stationSheet.ts';
import type { Say } from './texts.ts';

type Rate = Pick<Tariff, 'currency' | 'rate' | 'rateMinutes'>;

/** The price per period, such as `$1.00 per started hour`. */
export function rateText(
  say: Say,
  { currency, rate, rateMinutes }: Rate,
  language: string,
): string {
  return say(rateMinutes === 60 ? 'ratePerHour' : 'ratePer', {
    amount: formatMoney({ amount: rate, currency }),
    period: formatPeriod(rateMinutes, language),
  });
}

/** The prices of a tariff, and the deposit if the tariff has one. */
export function priceFacts(say: Say, tariff: Tariff, language: string): Fact[] {
  const money = (amount: number) => formatMoney({ amount, currency: tariff.currency });
  const cap = { amount: money(tariff.cap), period: formatPeriod(tariff.capMinutes, language) };
  const facts = [
    { label: say('unlockFee'), value: money(tariff.unlockFee) },
    { label: say('rate'), value: rateText(say, tariff, language) },
    { label: say('atMost'), value: say('capPer', cap) },
  ];
  if (tariff.deposit > 0) {
    const held = say('depositHeld', { amount: money(tariff.deposit) });
    facts.push({ label: say('deposit'), value: held });
  }
  return facts;
}
