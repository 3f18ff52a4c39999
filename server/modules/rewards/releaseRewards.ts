import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { queueForUsers } from '../auth/users.ts';
import { notify } from '../notifications/notify.ts';
import { creditWallet } from '../wallet/credits.ts';
import { isProven, releaseKind } from './creditReward.ts';
import { gotRewardAsOther, storePerson } from './rewardedPersons.ts';

const Payload = z.object({ userId: z.uuid() });

/** Registers the job that releases pending rewards. */
export function registerRewardJobs(deps: Dependencies): void {
  deps.outbox.handle(
    releaseKind,
    (payload) => {
      const { userId } = Payload.parse(payload);
      return transact(deps, (work) => releaseRewards(work, deps, userId));
    },
    { priority: 'normal' },
  );
}

/**
 * Credits each pending reward of a rider who has a verified phone or a paid rental. If the same person got a reward
 * with another account, the function refuses the pending rewards instead.
 */
export async function releaseRewards(
  work: UnitOfWork,
  { settings }: Pick<Dependencies, 'settings'>,
  userId: string,
): Promise<void> {
  const { trx, now } = work;
  const found = await queueForUsers(trx, [userId]);
  if (!found.has(userId)) return;
  const rewards = await trx
    .selectFrom('pending_rewards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .orderBy('created_at')
    .orderBy('key')
    .forUpdate()
    .execute();
  if (rewards.length === 0 || !(await isProven(trx, userId))) return;
  const isRefused = await gotRewardAsOther(trx, settings, userId);
  await trx
    .updateTable('pending_rewards')
    .set({ state: isRefused ? 'refused' : 'released', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute();
  if (isRefused) return;
  await storePerson(trx, settings, userId);
  for (const { key, currency, amount, reason } of rewards) {
    await creditWallet(work, { userId, currency, topUp: 0, bonus: amount, reason, key });
    if (reason !== 'referralReward') continue;
    const details = { amount: { amount, currency } };
    await notify(work, { userId, kind: 'referralReward', key, details });
  }
}
