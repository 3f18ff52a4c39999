/**
 * Currencies that have no minor unit at Stripe (docs.stripe.com/currencies). Currencies in
 * `withThreeDigits` have three decimal digits.
 */
const withoutDigits = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDigits = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The amount cannot be expressed in the units of Stripe. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/**
 * Converts minor units to Stripe's units. ISK and UGX have no minor unit, but Stripe expects hundredths.
 * In a currency with three decimal digits, the amount must end in 0.
 *
 * @throws {AmountError} if the amount cannot be expressed in Stripe's units.
 */
export function toStripe(amount: number, currency: string): number {
  const scaled = amount * scaleOf(currency);
  const isAllowed =
    Number.isSafeInteger(scaled) && (!withThreeDigits.has(currency) || scaled % 10 === 0);
  if (!isAllowed)
    throw new AmountError(`Stripe cannot charge ${amount} minor units of ${currency}`);
  return scaled;
}

/** Converts Stripe's units to minor units. The result is rounded. */
export function fromStripe(amount: number, currency: string): number {
  return Math.round(amount / scaleOf(currency));
}

function scaleOf(currency: string): number {
  return 10 ** (digitsAtStripe(currency) - digitsOf(currency));
}

function digitsAtStripe(currency: string): number {
  if (withoutDigits.has(currency)) return 0;
  return withThreeDigits.has(currency) ? 3 : 2;
}

/** The number of decimal digits that riders see. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
