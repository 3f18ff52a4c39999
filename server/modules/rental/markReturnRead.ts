import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { markSeen } from '../rentalRecords/rentals.ts';

/**
 * Marks the return as read. A second call changes nothing.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider.
 */
export async function markReturnRead(
  work: UnitOfWork,
  userId: string,
  orderId: string,
): Promise<void> {
  if (!(await markSeen(work, userId, orderId))) throw new ProblemError('orderNotFound');
  work.orderChanged(userId, orderId);
}
