/**
 * Payment providers refuse amounts below a minimum per currency. All amounts here are minor units
 * of one currency; a minimum of 0 means that the provider accepts every amount.
 */

/** Whether a provider accepts the amount in one charge, hold or capture. */
export function isChargeable(amount: number, minimumCharge: number): boolean {
  return amount > 0 && amount >= minimumCharge;
}

/**
 * How much of `due` GoCash pays: the whole balance, but never so much that the rest is too small
 * for the provider. If the bill itself is below the minimum, GoCash pays up to its balance.
 */
export function goCashShare(due: number, balance: number, minimumCharge: number): number {
  const share = Math.min(due, balance);
  const rest = due - share;
  const isTooSmall = rest > 0 && rest < minimumCharge;
  return isTooSmall && due >= minimumCharge ? due - minimumCharge : share;
}
