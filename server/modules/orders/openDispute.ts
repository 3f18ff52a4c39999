import { randomUUID } from 'node:crypto';
import type { OpenDispute } from '../../../contract/orders.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { paymentsOf } from '../payments/moves.ts';
import { netCaptured } from '../rental/plan.ts';
import { lockOwnRental } from '../rentalRecords/rentals.ts';
import { openCase } from '../support/cases.ts';

/**
 * Opens a dispute about a bill, and a case for support. Returns the order's id.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider; notDisputable if there is no bill
 * yet, if nothing was charged and nothing is due, or if a dispute exists.
 */
export async function openDispute(
  work: UnitOfWork,
  userId: string,
  orderId: string,
  { reason, note = '' }: OpenDispute,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, orderId);
  const charged = netCaptured(await paymentsOf(work, rental.id));
  const isBilled = rental.total !== null && Math.max(rental.total, charged) > 0;
  if (!isBilled) throw new ProblemError('notDisputable', { orderId: rental.id });
  const opened = await work.trx
    .insertInto('disputes')
    .values({
      id: randomUUID(),
      rental_id: rental.id,
      reason,
      note,
      state: 'open',
      refunded: null,
      opened_at: work.now,
      answered_at: null,
    })
    .onConflict((conflict) => conflict.column('rental_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!opened) throw new ProblemError('notDisputable', { orderId: rental.id });
  await openCase(work, {
    kind: 'dispute',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    // The case does not contain the note, because the note may identify the rider.
    details: { reason },
  });
  work.orderChanged(rental.user_id, rental.id);
  return rental.id;
}
