import type { Order } from '../../../contract/orders.ts';

/** What an order asks of its rider, whatever the server is busy with. */
export type OrderPhase =
  /** Money is being held or the slot opened. */
  | 'preparing'
  /** The charger is with the rider. */
  | 'out'
  /** It came back; the bill is being made. */
  | 'billing'
  | 'unpaid'
  | 'paying'
  | 'complete'
  /** No charger came out, or nobody knows yet; nothing is owed. */
  | 'failed';

export function orderPhase(order: Pick<Order, 'state' | 'status'>): OrderPhase {
  switch (order.state) {
    case 'authorizing':
    case 'ejecting':
    case 'ejectUnknown':
      return 'preparing';
    case 'charging':
    case 'overdue':
      return 'out';
    case 'settling':
      return 'billing';
    case 'unpaid':
      return 'unpaid';
    case 'paying':
      return 'paying';
    case 'complete':
      return 'complete';
    case 'lost':
      // Lost rentals are billed like others: owed, being paid, or settled.
      if (order.status === 'unpaid' || order.status === 'paying') return order.status;
      return 'complete';
    case 'failed':
    case 'review':
      return 'failed';
  }
}

/** How often an order is asked for while its screen is seen, in milliseconds; 0 is never. */
export function orderPollMs(order: Order | null | undefined): number {
  if (!order) return 0;
  switch (orderPhase(order)) {
    case 'preparing':
    case 'billing':
    case 'paying':
      return 2_000;
    case 'out':
      return 20_000;
    case 'unpaid':
    case 'complete':
    case 'failed':
      return 0;
  }
}
