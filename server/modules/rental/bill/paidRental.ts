import type { PaidFor } from '../../payments/owners.ts';
import { orderNumbers } from '../../rentalRecords/rentalQueries.ts';
import { lockRental } from '../../rentalRecords/rentals.ts';
import { doNextStepsById } from '../doNextSteps.ts';
import { lowerBillOfRefund } from './refundPayment.ts';

/** The module `payments` calls these functions for a payment that pays a rental. */
export const paidRental: PaidFor = {
  lock: async (work, payment) => {
    const { state } = await lockRental(work, rentalOf(payment));
    return { isOver: state === 'failed' || state === 'review' };
  },
  doNextSteps: async (work, payment) => {
    await doNextStepsById(work, rentalOf(payment));
  },
  openUntil: () => null,
  readNumber: async (db, payment) => {
    const { number } = await orderNumbers(db)
      .where('id', '=', rentalOf(payment))
      .executeTakeFirstOrThrow();
    return number;
  },
  // The bill does not change. Support has a case about the refused refund.
  refundRefused: async () => undefined,
  refundedOutside: lowerBillOfRefund,
  // The lowered bill does not change, so the rider has now paid more than the bill. The operator
  // owes the rider this difference, and support has a case about it.
  outsideRefundFailed: async () => undefined,
};

function rentalOf({ id, rental_id }: { id: string; rental_id: string | null }): string {
  if (rental_id) return rental_id;
  throw new Error(`payment ${id} is not a rental's`);
}
