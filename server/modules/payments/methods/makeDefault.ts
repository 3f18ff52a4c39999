import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { ownMethod } from './methods.ts';

/**
 * Makes a method the default method. The caller must have locked the rider.
 *
 * @throws {ProblemError} paymentMethodNotFound.
 */
export async function makeDefault(
  work: UnitOfWork,
  userId: string,
  methodId: string,
): Promise<void> {
  await ownMethod(work.trx, userId, methodId);
  // Unset the old default first, because a unique index allows only one default per rider.
  await work.trx
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
  await work.trx
    .updateTable('payment_methods')
    .set({ is_default: true })
    .where('id', '=', methodId)
    .execute();
}
