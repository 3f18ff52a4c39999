import type { Order } from '../../../contract/orders.ts';

/** Two answers of one moment may pass each other by this much; a bigger step back is the server's. */
const overtakingMs = 60_000;

/** Whether an answer about the same order is older, by the server's own clock, than what is kept. */
export function isOvertaken(kept: Order | null | undefined, fresh: Order | null): boolean {
  if (!kept || !fresh || kept.id !== fresh.id) return false;
  const behind = Date.parse(kept.now) - Date.parse(fresh.now);
  return behind > 0 && behind < overtakingMs;
}
