import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import type { RentalRow } from '../rentalRecords/rentals.ts';
import { closeCaseOf } from '../support/cases.ts';

/**
 * Stores the decision about the open dispute of a locked order, closes the case of the dispute, and
 * notifies the rider. Returns true. Without an open dispute, the function does nothing and returns
 * false.
 *
 * @param lowered the refunded or waived amount in minor units; null if the dispute is rejected.
 */
export async function settleDispute(
  work: UnitOfWork,
  rental: RentalRow,
  lowered: { kind: 'refund' | 'waive'; amount: number } | null,
  by: string,
): Promise<boolean> {
  const { currency } = rental.tariff;
  const dispute = await work.trx
    .updateTable('disputes')
    .set({
      state: lowered ? 'refunded' : 'rejected',
      refunded: lowered?.amount ?? null,
      answered_at: work.now,
    })
    .where('rental_id', '=', rental.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!dispute) return false;
  const outcome = lowered ? { ...lowered, currency } : ({ kind: 'none' } as const);
  await closeCaseOf(work, { kind: 'dispute', key: rental.id }, outcome, by);
  await notify(work, {
    userId: rental.user_id,
    kind: 'caseAnswered',
    key: dispute.id,
    rentalId: rental.id,
    details: lowered
      ? {
          outcome: 'refunded',
          amount: { amount: lowered.amount, currency },
          ...(lowered.kind === 'waive' && { waived: true }),
        }
      : { outcome: 'rejected' },
  });
  work.orderChanged(rental.user_id, rental.id);
  return true;
}
