import { useSyncExternalStore } from 'react';
import type { NewClaim } from '../../../../contract/claims.ts';
import type { Order } from '../../../../contract/orders.ts';
import {
  isNumber,
  isOneOf,
  isText,
  isTime,
  objectOf,
  orAbsent,
} from '../../../../contract/rules/shapes/shapes.ts';
import { local } from '../../../lib/storage/storage.ts';
import { claimKey } from './forgetRunningOrder.ts';

/**
 * A claim that the rider made, and that the server has not answered yet. The claim stays stored after a reload and
 * after the end of the order, so that the rider learns what happened to it.
 */
export interface WaitingClaim {
  orderId: string;
  body: NewClaim & { at: string };
}

const isWaiting = objectOf<WaitingClaim>({
  orderId: isText,
  body: objectOf<WaitingClaim['body']>({
    kind: isOneOf('returned', 'cannotReturn'),
    at: isTime,
    stationId: orAbsent(isText),
    charger: orAbsent(isText),
    position: orAbsent(
      objectOf<NonNullable<NewClaim['position']>>({ lat: isNumber, lng: isNumber }),
    ),
  }),
});

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parse(text: string | null): WaitingClaim | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isWaiting(stored) ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function storeClaim(claim: WaitingClaim | null): void {
  if (claim === null) local.remove(claimKey);
  else local.set(claimKey, JSON.stringify(claim));
  for (const listener of listeners) listener();
}

/** The stored claim, about any order; null if there is none. */
export function useStoredClaim(): WaitingClaim | null {
  return parse(useSyncExternalStore(subscribe, () => local.get(claimKey)));
}

/** The claim about this order that waits for the server; null if there is none. */
export function useWaitingClaim(orderId: string): WaitingClaim | null {
  const claim = useStoredClaim();
  return claim?.orderId === orderId ? claim : null;
}

/** The time at which an open claim has stopped the cost, in milliseconds since the epoch; null if the clock runs. */
export function useStoppedAt({ id, claim }: Pick<Order, 'id' | 'claim'>): number | null {
  const waiting = useWaitingClaim(id);
  if (claim?.endedAt === null) return Date.parse(claim.at);
  return waiting === null ? null : Date.parse(waiting.body.at);
}
