import type { Order, OrderLine } from '../../orders.ts';

type Billed = Pick<Order, 'lines' | 'total' | 'payments'>;

/** A line of a bill. `supportWaiver` is the part of support's line that the rider never paid. */
export type ShownLine = Omit<OrderLine, 'kind'> & { kind: OrderLine['kind'] | 'supportWaiver' };

/**
 * Returns the lines of a bill. It splits the line of support into two parts: the amount that the rider paid and gets
 * refunded, and the amount that support waived.
 */
export function shownLines(order: Billed): ShownLine[] {
  let left = refundable(order);
  return order.lines.flatMap((line): ShownLine[] => {
    if (line.kind !== 'supportRefund') return [line];
    const whole = -line.amount.amount;
    const refunded = Math.min(whole, left);
    left -= refunded;
    const part = (kind: ShownLine['kind'], amount: number) => ({
      kind,
      amount: { ...line.amount, amount: -amount },
    });
    return [
      ...(refunded > 0 ? [part('supportRefund', refunded)] : []),
      ...(whole > refunded ? [part('supportWaiver', whole - refunded)] : []),
    ];
  });
}

/**
 * Whether support waived an unpaid amount in its decision about the dispute, so that the rider gets no money back for
 * it.
 */
export function isWaived({ dispute, ...order }: Billed & Pick<Order, 'dispute'>): boolean {
  return (dispute?.refunded?.amount ?? 0) > refundable(order);
}

/**
 * The amount that was captured above the present bill. It includes amounts that are refunded
 * already. Support waives the rest of its reduction.
 */
export function refundable({ total, payments }: Billed): number {
  const captured = payments.reduce((sum, payment) => sum + payment.captured.amount, 0);
  return Math.max(0, captured - (total?.amount ?? 0));
}
