/**
 * The tax in an amount that includes the tax, rounded to a minor unit.
 *
 * @param amount in minor units.
 * @param rate in basis points: 2100 is 21 percent.
 */
export function taxIn(amount: number, rate: number): number {
  return Math.round((amount * rate) / (10_000 + rate));
}
