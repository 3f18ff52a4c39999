import type { Db } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';

const keptMs = 30 * 24 * 60 * 60_000;

/** Deletes old records that detect repeated messages of the provider, and repeated requests. */
export async function dropOldTraces(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -keptMs);
  await db.deleteFrom('webhook_events').where('received_at', '<', before).execute();
  await db.deleteFrom('provider_keys').where('changed_at', '<', before).execute();
}
