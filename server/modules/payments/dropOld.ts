import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

const dayMs = 24 * 60 * 60_000;
const retentionMs = 30 * dayMs;
/** The time for which the database keeps counted calls that move money, and ended pauses of new cards. */
export const moneyCallsKeptMs = dayMs;

/**
 * Deletes the ids of old webhooks, with which the server detects repeated webhooks. Also deletes
 * the old counts of used-up idempotency keys, with which the server chooses the next key.
 */
export async function deleteOldPaymentKeys(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -retentionMs);
  await db.deleteFrom('webhook_events').where('received_at', '<', before).execute();
  await db.deleteFrom('provider_keys').where('changed_at', '<', before).execute();
}

/** Deletes the counted calls that are older than a day, and the pauses that ended more than a day ago. */
export async function dropOldMoneyCalls(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -moneyCallsKeptMs);
  await db.deleteFrom('money_calls').where('called_at', '<', before).execute();
  await db.deleteFrom('card_pauses').where('until', '<', before).execute();
}
