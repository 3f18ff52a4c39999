import type { Db } from '../../db/database.ts';
import type { ChargedOwner } from '../chargebacks/owners.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { movementsSince } from '../wallet/movementQueries.ts';
import { refundTopUpPayment } from './refundTopUpPayment.ts';

/** The functions that the module of chargebacks calls for the payments of top-ups. */
export const chargedTopUp: ChargedOwner = {
  refundPayment: refundTopUpPayment,
  async evidence(db: Db, payment: PaymentRow) {
    const topUp = await db
      .selectFrom('top_ups')
      .selectAll()
      .where('id', '=', payment.top_up_id)
      .executeTakeFirstOrThrow();
    const { number, user_id, currency, amount, created_at, credited_at } = topUp;
    const movements = await movementsSince(db, user_id, currency, created_at);
    const lines = movements.map(
      (moved) =>
        `${moved.created_at.toISOString()} ${moved.reason} ${moved.top_up + moved.bonus} ${currency}`,
    );
    return {
      product:
        'Prepaid balance for the rental of portable phone chargers. It was credited at once, and pays for rentals.',
      serviceDate: (credited_at ?? created_at).toISOString().slice(0, 10),
      activity: [
        `${created_at.toISOString()} the rider ordered top-up ${number}`,
        `${credited_at?.toISOString() ?? '-'} the balance was credited`,
        'Changes of the balance since then, in minor units:',
        ...lines,
      ].join('\n'),
      more: `Receipt: top-up ${number}, ${amount} minor units of ${currency}.`,
    };
  },
};
