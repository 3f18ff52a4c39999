import type { Order } from '../../../contract/orders.ts';

/**
 * The phase of an order, which decides what the app shows. A phase may stand for several states of
 * the server.
 */
export type OrderPhase =
  /** The provider places the hold, the slot is opening, or it is not known yet whether the charger came out. */
  | 'preparing'
  /** The charger is with the rider. */
  | 'out'
  /** The charger is back, and the bill is being calculated. */
  | 'billing'
  | 'unpaid'
  | 'paying'
  | 'complete'
  /** No charger came out, or the server does not know whether a charger came out. The rider owes nothing. */
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
      // The status of the order decides. The current server sends `complete` with this state.
      if (order.status === 'unpaid' || order.status === 'paying') return order.status;
      return 'complete';
    case 'failed':
    case 'review':
      return 'failed';
  }
}

/** Milliseconds between requests for an order while its screen is visible. 0 means no polling. */
export function orderPollMs(order: Order | null | undefined): number {
  if (!order) return 0;
  switch (orderPhase(order)) {
    case 'preparing':
      // A held rental may stay in this phase for days, so ask less often.
      return order.heldUntil ? 20_000 : 2_000;
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
