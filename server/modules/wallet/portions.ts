/**
 * The two portions of GoCash: what was paid in, and what was given on top. The first is spent first;
 * giving back goes the other way round, so that it is as if less had been spent.
 * Amounts are minor units of one currency.
 */
export interface Portions {
  topUp: number;
  bonus: number;
}

export const nothing: Portions = { topUp: 0, bonus: 0 };

export function totalOf({ topUp, bonus }: Portions): number {
  return topUp + bonus;
}

/** What of each portion pays an amount; null where the balance does not reach. */
export function spend(balance: Portions, amount: number): Portions | null {
  if (totalOf(balance) < amount) return null;
  const topUp = Math.min(balance.topUp, amount);
  return { topUp, bonus: amount - topUp };
}

/** What of each portion is in the part of a payment that is kept: `amount` of which `from_bonus`. */
export function portionsKept(
  payment: { amount: number; from_bonus: number },
  kept: number,
): Portions {
  const topUp = Math.min(payment.amount - payment.from_bonus, kept);
  return { topUp, bonus: kept - topUp };
}

/** What goes back into each portion when `kept` of a payment becomes `left`. */
export function givenBack(
  payment: { amount: number; from_bonus: number },
  kept: number,
  left: number,
): Portions {
  const before = portionsKept(payment, kept);
  const after = portionsKept(payment, left);
  return { topUp: before.topUp - after.topUp, bonus: before.bonus - after.bonus };
}

export function negative({ topUp, bonus }: Portions): Portions {
  return { topUp: 0 - topUp, bonus: 0 - bonus };
}
