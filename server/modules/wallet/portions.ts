/**
 * The two portions of GoCash: top-ups and bonuses. A payment spends top-ups first, and a refund returns bonuses first.
 * So the balance after a partial refund is the same as after a smaller payment. Amounts are in minor units of one
 * currency.
 */
export interface Portions {
  topUp: number;
  bonus: number;
}

export const nothing: Portions = { topUp: 0, bonus: 0 };

export function totalOf({ topUp, bonus }: Portions): number {
  return topUp + bonus;
}

/** The part of an amount that each portion pays. The result is null if the balance is too low. */
export function spend(balance: Portions, amount: number): Portions | null {
  if (totalOf(balance) < amount) return null;
  const topUp = Math.min(balance.topUp, amount);
  return { topUp, bonus: amount - topUp };
}

/**
 * The part of `net` that each portion has paid. `net` is the unrefunded amount of a payment. The
 * whole payment is `amount`, and `from_bonus` of it came from the bonus.
 */
export function paidPortions(
  payment: { amount: number; from_bonus: number },
  net: number,
): Portions {
  const topUp = Math.min(payment.amount - payment.from_bonus, net);
  return { topUp, bonus: net - topUp };
}

/** The refund to each portion if the unrefunded amount of a payment falls from `net` to `left`. */
export function refundPortions(
  payment: { amount: number; from_bonus: number },
  net: number,
  left: number,
): Portions {
  const before = paidPortions(payment, net);
  const after = paidPortions(payment, left);
  return { topUp: before.topUp - after.topUp, bonus: before.bonus - after.bonus };
}

export function negative({ topUp, bonus }: Portions): Portions {
  return { topUp: 0 - topUp, bonus: 0 - bonus };
}
