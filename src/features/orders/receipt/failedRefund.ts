import type { Money } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { refundable } from '../../../../contract/rules/pricing/supportParts.ts';

/**
 * Returns the amount that the rider did not get, although support decided to refund it in the
 * answer to the dispute. The provider has refused the refund, or has returned the money later.
 * Returns null while a refund is in progress, and if no amount is missing. There is no gap between
 * two refunds: the server begins the first refund together with the decision, and each later refund
 * when the previous refund ends.
 */
export function failedRefund(
  order: Pick<Order, 'dispute' | 'payments' | 'total' | 'lines'>,
): Money | null {
  const { dispute, payments } = order;
  if (!dispute?.refunded) return null;
  if (payments.some(({ state }) => state === 'refunding' || state === 'capturing')) return null;
  const refunded = payments.reduce((sum, payment) => sum + payment.refunded.amount, 0);
  // A decision can include a waiver, which needs no refund, because the rider has not paid the waived amount.
  const missing = Math.min(dispute.refunded.amount, refundable(order) - refunded);
  return missing > 0 ? { amount: missing, currency: dispute.refunded.currency } : null;
}
