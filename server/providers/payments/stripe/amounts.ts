/**
 * Stripe's minor units, where they are not those of ISO 4217 (docs.stripe.com/currencies).
 * Currencies without any, and, of those it takes, with three digits after the point.
 */
const withoutDigits = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const withThreeDigits = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Thrown for an amount that Stripe cannot take: it would be another one there. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/**
 * Our amount as Stripe counts it. ISK and UGX have no minor unit but are counted in hundredths there;
 * amounts with three digits must end in 0.
 *
 * @throws {AmountError}
 */
export function toStripe(amount: number, currency: string): number {
  const scaled = amount * scaleOf(currency);
  const isTaken =
    Number.isSafeInteger(scaled) && (!withThreeDigits.has(currency) || scaled % 10 === 0);
  if (!isTaken) throw new AmountError(`Stripe cannot take ${amount} minor units of ${currency}`);
  return scaled;
}

/** Stripe's amount in our minor units; what is less than one of ours is rounded off. */
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

/** As people are shown it, too. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
