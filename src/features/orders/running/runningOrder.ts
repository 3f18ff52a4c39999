import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { isMoment, objectOf } from '../../../../contract/rules/shapes/shapes.ts';
import { local } from '../../../lib/storage/storage.ts';
import { storageKey } from './forgetRunningOrder.ts';
import { orderPhase } from '../orderPhase.ts';

/**
 * The running rental. It is stored on the device, so that its clock continues after a reload
 * without a network.
 */
export interface RunningOrder {
  order: Order;
  /** When the server last sent the order, in milliseconds since the epoch. */
  updatedAt: number;
}

const isRunning = objectOf<RunningOrder>({ order: isWholeOrder, updatedAt: isMoment });

export function readRunningOrder(): RunningOrder | null {
  const text = local.get(storageKey);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return isRunning(stored) ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Stores the order while the rider has the charger, and removes the order afterwards. A claim stays
 * stored.
 */
export function rememberRunningOrder(order: Order | null, updatedAt: number): void {
  if (order !== null && orderPhase(order) === 'out') {
    const running: RunningOrder = { order, updatedAt };
    local.set(storageKey, JSON.stringify(running));
  } else {
    local.remove(storageKey);
  }
}
