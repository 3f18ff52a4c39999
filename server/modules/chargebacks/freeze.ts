import type { Db } from '../../db/database.ts';
import type { ChargebackState } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';

/**
 * The states of a chargeback that freeze the account. After a lost chargeback, the account stays frozen
 * until support has decided.
 */
export const freezing: readonly ChargebackState[] = ['opened', 'evidenceSent', 'lost'];

/** Whether a chargeback has frozen the rider's account: the rider cannot start a rental or use GoCash. */
export async function isFrozen(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', freezing)
    .where('lifted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** @throws {ProblemError} accountFrozen */
export async function refuseFrozen(db: Db, userId: string): Promise<void> {
  if (await isFrozen(db, userId)) throw new ProblemError('accountFrozen');
}
