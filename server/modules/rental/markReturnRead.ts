import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';

/**
 * Marks the return as read; idempotent.
 *
 * @throws {ProblemError} orderNotFound, also for orders of other riders.
 */
export async function markReturnRead(
  work: UnitOfWork,
  userId: string,
  orderId: string,
): Promise<void> {
  const seen = await work.trx
    .updateTable('rentals')
    .set((of) => ({ seen_at: of.fn.coalesce('seen_at', of.val(work.now)) }))
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!seen) throw new ProblemError('orderNotFound');
  work.orderChanged(userId, orderId);
}
