import type { Db } from '../../db/database.ts';
import { answerLifetimeMs } from '../../http/requests/idempotency.ts';
import { addMs } from '../../db/unitOfWork.ts';

const dayMs = 24 * 60 * 60_000;

/** Deletes the requests of hosts that have not changed for `keepDays`, and old answers for repeated calls. */
export async function dropOldInterests(db: Db, now: Date, keepDays: number): Promise<void> {
  await db
    .deleteFrom('host_interests')
    .where('updated_at', '<', addMs(now, -keepDays * dayMs))
    .execute();
  await db
    .deleteFrom('host_requests')
    .where('created_at', '<', addMs(now, -answerLifetimeMs))
    .execute();
}
