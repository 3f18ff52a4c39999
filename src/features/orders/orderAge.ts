import type { Order } from '../../../contract/orders.ts';

/**
 * Two concurrent answers may differ by this much; a larger step back means that the server's clock
 * was set back.
 */
const overtakingMs = 60_000;

/** Whether an answer about the same order is older, by the server's clock, than the stored one. */
export function isOvertaken(kept: Order | null | undefined, fresh: Order | null): boolean {
  if (!kept || !fresh || kept.id !== fresh.id) return false;
  const behind = Date.parse(kept.now) - Date.parse(fresh.now);
  return behind > 0 && behind < overtakingMs;
}
