/**
 * Payment providers refuse amounts below a minimum per currency. All amounts here are minor units
 * of one currency. A minimum of 0 means that the provider accepts every amount.
 */

/** Whether a provider accepts the amount in one charge, hold or capture. */
export function isChargeable(amount: number, minimumCharge: number): boolean {
  return amount > 0 && amount >= minimumCharge;
}

/**
 * The part of `due` that GoCash pays. It is the whole balance, or less if the rest would otherwise be
 * too small for the provider. If the bill itself is below the minimum, GoCash pays up to its balance.
 */
export function goCashShare(due: number, balance: number, minimumCharge: number): number {
  const share = Math.min(due, balance);
  const rest = due - share;
  const isTooSmall = rest > 0 && rest < minimumCharge;
  return isTooSmall && due >= minimumCharge ? due - minimumCharge : share;
}
