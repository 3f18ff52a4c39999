import type { Holds } from '../../../contract/payment.ts';
import type { Db } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../unitOfWork.ts';
import { findMethods, findSteps, presentPayment } from './presentPayments.ts';

const dayMs = 24 * 3_600_000;

/** More than any rider has at once; limits the answer if old orders stay open. */
const longestList = 50;

/**
 * The active card holds of a rider's orders, and recent releases and refunds that the bank may
 * still be processing. Newest first.
 */
export async function findHolds(
  db: Db,
  userId: string,
  now: Date,
  { supportAfterDays }: Settings['refunds'],
): Promise<Holds> {
  // Five business days are seven calendar days, and the bank may begin a day later.
  const since = addMs(now, -Math.ceil((supportAfterDays * 7) / 5 + 1) * dayMs);
  const payments = await db
    .selectFrom('payments')
    .innerJoin('rentals', 'rentals.id', 'payments.rental_id')
    .selectAll('payments')
    .select('rentals.number')
    .where('payments.user_id', '=', userId)
    .where('payments.source', '=', 'provider')
    .where((or) =>
      or.or([
        or('payments.state', 'in', ['authorized', 'capturing', 'voiding', 'refunding']),
        or.and([
          or('payments.changed_at', '>', since),
          or.exists(
            or
              .selectFrom('payment_steps')
              .select('payment_steps.id')
              .whereRef('payment_steps.payment_id', '=', 'payments.id')
              .where('step', 'in', ['released', 'refunded'])
              .where('at', '>', since),
          ),
        ]),
      ]),
    )
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .limit(longestList)
    .execute();
  const methods = await findMethods(
    db,
    payments.map(({ payment_method_id }) => payment_method_id),
  );
  const steps = await findSteps(db, payments);
  return {
    holds: payments.map((payment) => ({
      orderId: payment.rental_id ?? '',
      orderNumber: payment.number,
      payment: presentPayment(payment, methods, steps),
    })),
  };
}
