import type { Selectable } from 'kysely';
import type { PaymentState } from '../../../contract/payment.ts';
import type { TopUp, TopUpState } from '../../../contract/wallet.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { methodNames, topUpCharges } from '../payments/paymentQueries.ts';

/** @throws {ProblemError} topUpNotFound, also if the top-up belongs to another rider. */
export async function findTopUp(db: Db | Trx, userId: string, topUpId: string): Promise<TopUp> {
  const row = await db
    .selectFrom('top_ups')
    .innerJoin(topUpCharges(db).as('charge'), 'charge.top_up_id', 'top_ups.id')
    .innerJoin(methodNames(db).as('method'), 'method.id', 'top_ups.payment_method_id')
    .selectAll('top_ups')
    .select(['charge.state as payment_state', 'charge.action_url', 'charge.refunded'])
    .select(['method.kind', 'method.brand', 'method.last4', 'method.label'])
    .where('top_ups.id', '=', topUpId)
    .where('top_ups.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ProblemError('topUpNotFound');
  const money = (amount: number) => ({ amount, currency: row.currency });
  const { kind, brand, last4, label } = row;
  const state = topUpState(row.state, row.payment_state);
  return {
    id: row.id,
    number: row.number,
    state,
    amount: money(row.amount),
    bonus: money(row.bonus),
    ...(row.refunded > 0 && { refunded: money(row.refunded) }),
    method: { kind, brand, last4, label },
    action: state === 'actionRequired' && row.action_url ? { url: row.action_url } : null,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
    creditedAt: row.credited_at?.toISOString() ?? null,
  };
}

/**
 * Returns the state that riders see. While a top-up is pending, this state comes from the payment,
 * because the state of the payment is more precise.
 */
function topUpState(
  state: Selectable<Database['top_ups']>['state'],
  payment: PaymentState,
): TopUpState {
  if (state !== 'requested') return state;
  if (payment === 'actionRequired' || payment === 'unknown') return payment;
  return payment === 'voiding' ? 'unknown' : 'requested';
}
