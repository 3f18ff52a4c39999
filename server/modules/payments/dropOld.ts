import type { Db } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';

const retentionMs = 30 * 24 * 60 * 60_000;

/** Deletes the ids of old webhooks and the old idempotency keys. Both detect repetitions. */
export async function deleteOldPaymentKeys(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -retentionMs);
  await db.deleteFrom('webhook_events').where('received_at', '<', before).execute();
  await db.deleteFrom('provider_keys').where('changed_at', '<', before).execute();
}
