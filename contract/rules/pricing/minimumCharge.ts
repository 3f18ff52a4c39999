/**
 * Payment providers refuse amounts below a minimum per currency. All amounts in this file are minor units of one
 * currency. A minimum of 0 means that the provider accepts every amount.
 */

/** Whether a provider accepts the amount in one charge, hold or capture. */
export function isChargeable(amount: number, minimumCharge: number): boolean {
  return amount > 0 && amount >= minimumCharge;
}

/**
 * Returns the part of `due` that GoCash pays. GoCash pays as much as its balance allows, but less if the rest would
 * then be too small for the provider. If `due` itself is below the minimum, GoCash still pays as much as its balance
 * allows.
 */
export function goCashShare(due: number, balance: number, minimumCharge: number): number {
  const share = Math.min(due, balance);
  const rest = due - share;
  const isTooSmall = rest > 0 && rest < minimumCharge;
  return isTooSmall && due >= minimumCharge ? due - minimumCharge : share;
}
