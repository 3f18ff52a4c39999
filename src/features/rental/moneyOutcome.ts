import type { Money } from '../../../contract/money.ts';
import type { Order } from '../../../contract/orders.ts';
import type { PaymentState } from '../../../contract/payment.ts';

/** What happened to the money of a rental that failed. */
export interface MoneyOutcome {
  kind: 'nothingCharged' | 'holdReleased' | 'holdReleasing' | 'givenBack' | 'givingBack';
  /** The amount that was held or charged. */
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
  const held = payments.filter(({ state }) => everHeld(state));
  const amount: Money = {
    amount: held.reduce((total, { authorized }) => total + authorized.amount, 0),
    currency: paid.currency,
  };
  if (amount.amount === 0) return { kind: 'nothingCharged', amount };
  const gone = held.every(({ state }) => state === 'voided' || state === 'expired');
  return { kind: gone ? 'holdReleased' : 'holdReleasing', amount };
}

/**
 * Whether an amount was held. A hold that the bank has refused, or that waits for the bank or the cardholder, reserves
 * nothing on the card. A hold in the state `unknown` counts as held.
 */
function everHeld(state: PaymentState): boolean {
  return state !== 'declined' && state !== 'requested' && state !== 'actionRequired';
}
