import type { Money } from '../../../contract/money.ts';
import type { Order } from '../../../contract/orders.ts';

/** What became of the money of a rental that came to nothing. */
export interface MoneyOutcome {
  kind: 'nothingCharged' | 'holdReleased' | 'holdReleasing' | 'givenBack' | 'givingBack';
  /** What was held, or charged. */
  amount: Money;
}

export function moneyOutcome({ payments, paid }: Pick<Order, 'payments' | 'paid'>): MoneyOutcome {
  const sum = (read: (payment: Order['payments'][number]) => number): Money => ({
    amount: payments.reduce((total, payment) => total + read(payment), 0),
    currency: paid.currency,
  });
  const captured = sum((payment) => payment.captured.amount);
  const refunded = sum((payment) => payment.refunded.amount);
  if (captured.amount > 0) {
    const kind = refunded.amount >= captured.amount ? 'givenBack' : 'givingBack';
    return { kind, amount: captured };
  }
  const held = sum((payment) => payment.authorized.amount);
  if (held.amount === 0) return { kind: 'nothingCharged', amount: held };
  const gone = payments.every(
    ({ authorized, state }) =>
      authorized.amount === 0 || state === 'voided' || state === 'expired' || state === 'declined',
  );
  return { kind: gone ? 'holdReleased' : 'holdReleasing', amount: held };
}
