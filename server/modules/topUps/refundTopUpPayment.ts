import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { hasChargedBackPayment } from '../chargebacks/refundable.ts';
import type { RefundOutcome } from '../chargebacks/owners.ts';
import { isInFlight } from '../payments/machine.ts';
import { readPayment, type PaymentRow } from '../payments/moves.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { beginTopUpRefund } from './beginTopUpRefund.ts';

/**
 * Refunds the unrefunded part of a top-up, and takes the GoCash and the bonus of this part back.
 * The result is `begun`; `later` while the top-up or its payment waits for an answer; or `refused`
 * if nothing can be refunded, if a chargeback has taken the money, or if the rider has spent the
 * GoCash. Support must decide about a refused refund.
 */
export async function refundTopUpPayment(
  work: UnitOfWork,
  { id, top_up_id }: PaymentRow,
): Promise<RefundOutcome> {
  const topUp = await work.trx
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', top_up_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const payment = await readPayment(work, id);
  if (topUp.state === 'requested' || isInFlight(payment.state)) return 'later';
  const amount = payment.captured - payment.refunded;
  if (payment.state !== 'captured' || payment.decline_reason || amount === 0) return 'refused';
  if (await hasChargedBackPayment(work, id)) return 'refused';
  const { user_id: userId, currency } = topUp;
  const wallet = await lockWallet(work, userId, currency);
  if (wallet.topUp < amount) return 'refused';
  await beginTopUpRefund(work, topUp, payment, amount);
  return 'begun';
}
