import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

const ticketsKeptMs = 540 * 24 * 60 * 60_000;

/** Deletes the tickets that were closed more than `ticketsKeptMs` ago. The record of operators stays. */
export async function dropOldTickets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('tickets').where('closed_at', '<', addMs(now, -ticketsKeptMs)).execute();
}
