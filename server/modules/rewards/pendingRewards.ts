import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/**
 * The state of a reward. `pending` means that the rider cannot spend the reward yet. `released` means that the reward
 * was credited later. `refused` means that the same person already got a reward with another account. `dropped` means
 * that the server took the pending reward back.
 */
export type RewardState = 'pending' | 'released' | 'refused' | 'dropped';

/** A query that other queries join: the rewards that are not in a wallet. */
export function uncreditedRewards(db: Db) {
  return db.selectFrom('pending_rewards').select('key').where('state', '<>', 'released');
}

/** The sum of a rider's rewards that cannot be spent yet. */
export async function pendingAmount(
  db: Db | Trx,
  userId: string,
  currency: string,
): Promise<number> {
  const row = await db
    .selectFrom('pending_rewards')
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('sum'))
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return row?.sum ?? 0;
}

/** The states of a rider's rewards that were not credited at once, by key. */
export async function rewardStates(
  db: Db | Trx,
  userId: string,
): Promise<ReadonlyMap<string, RewardState>> {
  const rows = await db
    .selectFrom('pending_rewards')
    .select(['key', 'state'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ key, state }) => [key, state]));
}

/**
 * Takes back a reward that was not credited. Returns false if the reward was credited, because it is then in
 * the wallet.
 */
export async function dropReward(work: UnitOfWork, key: string): Promise<boolean> {
  const row = await work.trx
    .selectFrom('pending_rewards')
    .select('state')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.state === 'released') return false;
  await work.trx
    .updateTable('pending_rewards')
    .set({ state: 'dropped', ended_at: work.now })
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .execute();
  return true;
}

/** Drops the pending rewards of a deleted account. The deletion also forfeits the account's GoCash. */
export async function dropRewardsOf(work: UnitOfWork, userId: string): Promise<void> {
  await work.trx
    .updateTable('pending_rewards')
    .set({ state: 'dropped', ended_at: work.now })
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .execute();
}
