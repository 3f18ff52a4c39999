import type { Holds } from '../../../contract/payment.ts';
import type { Db } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { paymentsForOrders, paymentSteps } from '../payments/paymentQueries.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { findMethods, findSteps, presentPayment } from './presentPayments.ts';

const dayMs = 24 * 3_600_000;

/**
 * The maximum number of entries in the answer. A rider reaches it only in unusual cases, for example if old orders stay
 * open by mistake.
 */
const longestList = 50;

/**
 * The active holds on cards for a rider's orders, and recent releases and refunds that the bank may still be
 * processing. The list begins with the newest.
 */
export async function findHolds(
  db: Db,
  userId: string,
  now: Date,
  { supportAfterDays }: Settings['refunds'],
): Promise<Holds> {
  // Convert business days into calendar days (five into seven), and add one day, because the bank may begin one day
  // later.
  const since = addMs(now, -Math.ceil((supportAfterDays * 7) / 5 + 1) * dayMs);
  const payments = await db
    .selectFrom(paymentsForOrders(db).as('payment'))
    .innerJoin(orderNumbers(db).as('rental'), 'rental.id', 'payment.rental_id')
    .selectAll('payment')
    .select('rental.number')
    .where('payment.user_id', '=', userId)
    .where('payment.source', '=', 'provider')
    .where((or) =>
      or.or([
        or('payment.state', 'in', ['authorized', 'capturing', 'voiding', 'refunding']),
        or.and([
          or('payment.changed_at', '>', since),
          or.exists(
            or
              .selectFrom(paymentSteps(db).as('taken'))
              .select('taken.id')
              .whereRef('taken.payment_id', '=', 'payment.id')
              .where('taken.step', 'in', ['released', 'refunded'])
              .where('taken.at', '>', since),
          ),
        ]),
      ]),
    )
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id')
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
