import type { Order } from '../../../contract/orders.ts';

/**
 * An order that came by the event stream. Our own server wrote it, so that only its outline is looked
 * at, as with every answer of a query.
 */
export function isOrder(value: unknown): value is Order {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'state' in value &&
    typeof value.state === 'string' &&
    'now' in value &&
    typeof value.now === 'string' &&
    'tariff' in value &&
    typeof value.tariff === 'object' &&
    'payments' in value &&
    Array.isArray(value.payments)
  );
}
