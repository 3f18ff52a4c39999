import type { Order } from '../../../contract/orders.ts';

/**
 * An order from the event stream. This server wrote it, so only its outline is checked, as with
 * every query answer.
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
