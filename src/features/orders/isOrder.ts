import type { Order } from '../../../contract/orders.ts';

/**
 * Whether the value is an order from the event stream. The check covers only some fields, because the value
 * comes from our server.
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
