import { formatMoney } from '../format/money.ts';
import { formatPeriod } from '../format/period.ts';
import { billRental, type Tariff } from '../pricing/pricing.ts';
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

/** The example is the price of a rental of this many minutes. */
const exampleMinutes = 120;

/** An example of the price, such as `2 hours = $3.00`. */
export function exampleText(say: Say, tariff: Tariff, language: string): string {
  const { total } = billRental(tariff, {
    startedAt: 0,
    until: exampleMinutes * 60_000,
    sameStation: false,
  });
  return say('exampleTotal', {
    period: formatPeriod(exampleMinutes, language),
    amount: formatMoney({ amount: total, currency: tariff.currency }),
  });
}

/**
 * Returns the prices of a tariff with an example, and the deposit if the tariff has one. The most important fact comes
 * first.
 */
export function priceFacts(say: Say, tariff: Tariff, language: string): Fact[] {
  const money = (amount: number) => formatMoney({ amount, currency: tariff.currency });
  const period = (minutes: number) => formatPeriod(minutes, language);
  const facts = [
    { label: say('unlockFee'), value: money(tariff.unlockFee) },
    { label: say('rate'), value: rateText(say, tariff, language) },
    { label: say('example'), value: exampleText(say, tariff, language) },
  ];
  if (tariff.deposit > 0) {
    const held = say('depositHeld', { amount: money(tariff.deposit) });
    facts.push({ label: say('deposit'), value: held });
  }
  const cap = { amount: money(tariff.cap), period: period(tariff.capMinutes) };
  facts.push({ label: say('atMost'), value: say('capPer', cap) });
  return facts;
}
