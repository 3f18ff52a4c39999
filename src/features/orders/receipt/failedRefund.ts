import type { Money } from '../../../../contract/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { refundable } from '../../../../contract/rules/pricing/supportParts.ts';

/**
 * Returns the amount that support decided to refund in its answer to the dispute, and that did not reach the rider because
 * the refund failed later. Returns null if no refund failed, or if the refund was repeated.
 */
export function failedRefund(
  order: Pick<Order, 'dispute' | 'payments' | 'total' | 'lines'>,
): Money | null {
  const { dispute, payments } = order;
  if (!dispute?.refunded || dispute.answeredAt === null) return null;
  const answeredAt = Date.parse(dispute.answeredAt);
  const refunds = payments
    .flatMap(({ steps }) => steps)
    .filter(({ step, at }) => step === 'refunded' && Date.parse(at) >= answeredAt);
  const arrived = refunds.reduce((sum, { amount, failedAt }) => {
    return failedAt === undefined ? sum + amount.amount : sum;
  }, 0);
  // Support may have waived a part that the rider never paid. This part has no refund.
  const missing = Math.min(dispute.refunded.amount, refundable(order)) - arrived;
  const hasFailed = refunds.some(({ failedAt }) => failedAt !== undefined);
  return hasFailed && missing > 0 ? { amount: missing, currency: dispute.refunded.currency } : null;
}
