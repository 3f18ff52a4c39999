import type { Order } from '../../../contract/orders.ts';

/**
 * In milliseconds. Two concurrent answers may differ by this much. If the server's time goes back
 * by more, its clock was set back.
 */
const overtakingMs = 60_000;

/**
 * Whether the fresh answer is older than the stored one about the same order, by the server's
 * clock.
 */
export function isOvertaken(kept: Order | null | undefined, fresh: Order | null): boolean {
  if (!kept || !fresh || kept.id !== fresh.id) return false;
  const behind = Date.parse(kept.now) - Date.parse(fresh.now);
  return behind > 0 && behind < overtakingMs;
}
