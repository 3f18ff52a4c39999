import type { Order } from '../../../contract/orders.ts';
import { local } from '../../lib/storage.ts';
import { orderPhase } from './orderPhase.ts';
import { isOrder } from './readOrder.ts';

const storageKey = 'runningOrder';

/** The rental that is out, kept on the device so that its clock runs on after a reload offline. */
export interface RunningOrder {
  order: Order;
  /** When the server last said so, in milliseconds since the epoch. */
  updatedAt: number;
}

export function readRunningOrder(): RunningOrder | null {
  const text = local.get(storageKey);
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    if (!('order' in kept) || !('updatedAt' in kept)) return null;
    const { order, updatedAt } = kept;
    return isOrder(order) && typeof updatedAt === 'number' ? { order, updatedAt } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keeps the order while it is out, and forgets it once it is not. */
export function rememberRunningOrder(order: Order | null, updatedAt: number): void {
  if (order !== null && orderPhase(order) === 'out') {
    const running: RunningOrder = { order, updatedAt };
    local.set(storageKey, JSON.stringify(running));
  } else {
    forgetRunningOrder();
  }
}

export function forgetRunningOrder(): void {
  local.remove(storageKey);
}
