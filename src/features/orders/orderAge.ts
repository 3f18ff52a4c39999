import type { Order } from '../../../contract/orders.ts';

/**
 * The server times of two concurrent answers may differ by this many milliseconds. If the server's time goes back by
 * more than this, the clock of the server was set back.
 */
const overtakingMs = 60_000;

/** Whether the fresh answer is older than the stored answer about the same order, by the server's clock. */
export function isOvertaken(known: Order | null | undefined, fresh: Order | null): boolean {
  if (!known || !fresh || known.id !== fresh.id) return false;
  const behind = Date.parse(known.now) - Date.parse(fresh.now);
  return behind > 0 && behind < overtakingMs;
}
