import type { Money } from '../../money.ts';
import type { OrderPayment, PaidWith } from '../../payment.ts';

/** What one payment method paid for an order, minus refunds. */
export interface PaidPart {
  method: PaidWith;
  /** The portion of the GoCash balance that paid: the top-ups or the bonus. Null for other methods. */
  portion: 'topUp' | 'bonus' | null;
  amount: Money;
}

/** The parts in which an order was paid. Parts that were refunded completely are left out. */
export function paidParts(payments: readonly OrderPayment[]): PaidPart[] {
  const parts: PaidPart[] = [];
  for (const payment of payments) {
    const { method, captured, refunded } = payment;
    const net = captured.amount - refunded.amount;
    if (method.kind !== 'goCash') {
      add(parts, { method, portion: null, amount: { ...captured, amount: net } });
      continue;
    }
    // The bonus is spent last, so it is refunded first.
    const bonus = Math.max(0, payment.fromBonus.amount - refunded.amount);
    add(parts, { method, portion: 'topUp', amount: { ...captured, amount: net - bonus } });
    add(parts, { method, portion: 'bonus', amount: { ...captured, amount: bonus } });
  }
  return parts;
}

function add(parts: PaidPart[], part: PaidPart): void {
  if (part.amount.amount <= 0) return;
  const { kind, brand, last4, label } = part.method;
  const same = parts.find(
    ({ portion, method }) =>
      portion === part.portion &&
      method.kind === kind &&
      method.brand === brand &&
      method.last4 === last4 &&
      method.label === label,
  );
  if (same) same.amount = { ...same.amount, amount: same.amount.amount + part.amount.amount };
  else parts.push(part);
}
