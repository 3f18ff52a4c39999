import type { RemovePaymentMethod } from '../../../../contract/payment.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { detachMethod } from './detachCards.ts';
import { makeDefault } from './makeDefault.ts';
import { lockOwnMethod, type MethodRow } from './methods.ts';
import { isInUse, type MethodUse } from './methodUse.ts';

/**
 * Removes a rider's method, see `detachMethod`. If the method is the default, `nextDefault` becomes the default. The
 * caller must have locked the rider.
 *
 * @throws {ProblemError} paymentMethodNotFound (also for the next default), methodInUse, defaultRequired, invalidInput
 * if the next default is the method itself.
 */
export async function removeMethod(
  work: UnitOfWork,
  userId: string,
  methodId: string,
  { nextDefault }: RemovePaymentMethod,
  uses: readonly MethodUse[],
): Promise<void> {
  const method = await lockOwnMethod(work.trx, userId, methodId);
  if (await isInUse(work.trx, methodId, uses)) throw new ProblemError('methodInUse');
  if (method.is_default) await passDefaultOn(work, method, nextDefault);
  await detachMethod(work, methodId);
}

async function passDefaultOn(
  work: UnitOfWork,
  method: MethodRow,
  nextDefault: string | undefined,
): Promise<void> {
  if (nextDefault === method.id) {
    throw new ProblemError('invalidInput', { fields: ['query.nextDefault'] });
  }
  if (nextDefault !== undefined) return makeDefault(work, method.user_id, nextDefault);
  const other = await work.trx
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', method.user_id)
    .where('id', '!=', method.id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new ProblemError('defaultRequired');
}
