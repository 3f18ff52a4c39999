import type { Db, Trx } from '../../../db/database.ts';
import type { Settings } from '../../../settings/settings.ts';
import { blocksOf, marksOf, refuseMarked, type Caller } from './blocks.ts';

/**
 * Refuses a rider or guest whose account, phone, browser or card an operator has blocked. Call this before a hold, a
 * charge or a reservation begins, in its transaction.
 *
 * @param card the fingerprint of the card that shall pay.
 * @throws {ProblemError} accountFrozen.
 */
export async function refuseBlocked(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
  card = '',
): Promise<void> {
  const caller = { ...(await callerOf(trx, userId)), cards: [card] };
  await refuseMarked(trx, await marksOf(trx, settings, caller));
}

/** Whether an operator has blocked the account itself. */
export async function isAccountBlocked(db: Db | Trx, userId: string): Promise<boolean> {
  return (await blocksOf(db, [{ kind: 'account', mark: userId }])).length > 0;
}

/** What the server knows of a rider or guest, without the cards. */
async function callerOf(db: Db | Trx, userId: string): Promise<Caller> {
  const { phone, guest_device: device } = await db
    .selectFrom('users')
    .select(['phone', 'guest_device'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { account: userId, phone, device };
}
