import type { Order, OrderLine } from '../../orders.ts';

type Billed = Pick<Order, 'lines' | 'total' | 'payments'>;

/** A line of a bill. `supportWaiver` is the part of support's line that the rider never paid. */
export type ShownLine = Omit<OrderLine, 'kind'> & { kind: OrderLine['kind'] | 'supportWaiver' };

/**
 * The lines of a bill, with the line of support in its parts: what the rider paid and gets refunded, and what
 * support waived.
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

/** Whether support's decision about the dispute waived an unpaid amount, so that no money goes back. */
export function isWaived({ dispute, ...order }: Billed & Pick<Order, 'dispute'>): boolean {
  return (dispute?.refunded?.amount ?? 0) > refundable(order);
}

/** What the rider paid above the present bill. Only this amount can go back. */
function refundable({ total, payments }: Billed): number {
  const captured = payments.reduce((sum, payment) => sum + payment.captured.amount, 0);
  return Math.max(0, captured - (total?.amount ?? 0));
}
