import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

const messagesKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes the messages that are older than `messagesKeptMs`, with their deliveries. */
export async function dropOldWebhookMessages(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('webhook_messages')
    .where('created_at', '<', addMs(now, -messagesKeptMs))
    .execute();
}
