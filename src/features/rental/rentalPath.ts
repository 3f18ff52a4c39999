import type { Order } from '../../../contract/orders.ts';

/** Returns the path of the page for the current state of a rental. */
export function rentalPath(order: Pick<Order, 'id' | 'state' | 'failure' | 'heldUntil'>): string {
  return `${pageOf(order)}?orderId=${encodeURIComponent(order.id)}`;
}

function pageOf({
  state,
  failure,
  heldUntil,
}: Pick<Order, 'state' | 'failure' | 'heldUntil'>): string {
  switch (state) {
    case 'authorizing':
    case 'ejecting':
      return '/home/rent/preparing';
    case 'ejectUnknown':
      return heldUntil === undefined ? '/home/rent/preparing' : '/home/rent/technicalError';
    case 'charging':
    case 'overdue':
      return '/home/rent/success';
    case 'settling':
    case 'unpaid':
    case 'paying':
    case 'complete':
    case 'lost':
      return '/history/detail';
    case 'review':
      return '/home/rent/technicalError';
    case 'failed':
      return failurePage(failure);
  }
}

function failurePage(failure: Order['failure']): string {
  switch (failure) {
    case 'paymentDeclined':
    case 'insufficientFunds':
    case 'cardExpired':
    case 'authenticationFailed':
      return '/home/rent/paymentError';
    case 'noChargers':
      return '/home/rent/outOfChargers';
    case 'stationOffline':
    case 'ejectFailed':
    case 'ejectUnknown':
    case 'cancelled':
    case null:
      return '/home/rent/technicalError';
  }
}
