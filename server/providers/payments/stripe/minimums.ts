import { fromStripe } from './amounts.ts';

/**
 * Stripe's smallest charges, in Stripe's units
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const minimums: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/**
 * The smallest charge in minor units; 0 if Stripe publishes none. It applies to accounts with payouts
 * in this currency. Operators with payouts in another currency set `STRIPE_MINIMUM_CHARGE`.
 */
export function publishedMinimum(currency: string): number {
  return fromStripe(minimums[currency] ?? 0, currency);
}
