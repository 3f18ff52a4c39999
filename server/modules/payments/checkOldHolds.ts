import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { enqueueCheck } from './moves.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Enqueues a comparison for each hold at the provider that has been active for more than a day, at most once per day
 * (UTC).
 */
export async function checkOldHolds(work: UnitOfWork): Promise<void> {
  const holds = await work.trx
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'authorized')
    .where('source', '=', 'provider')
    .where('changed_at', '<', addMs(work.now, -dayMs))
    .execute();
  const day = work.now.toISOString().slice(0, 10);
  for (const { id } of holds) await enqueueCheck(work, id, day);
}
