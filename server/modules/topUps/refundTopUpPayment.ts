import type { UnitOfWork } from '../../unitOfWork.ts';
import type { RefundOutcome } from '../chargebacks/owners.ts';
import { isInFlight } from '../payments/machine.ts';
import { beginRefund, readPayment, type PaymentRow } from '../payments/moves.ts';
import { withdrawBonus, withdrawTopUp } from '../wallet/credits.ts';
import { lockWallet } from '../wallet/wallet.ts';

/**
 * Refunds the unrefunded part of a top-up, and takes its GoCash and bonus back. The result is `refused` if
 * the rider has spent the GoCash, because support must then decide.
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
  const { user_id: userId, currency } = topUp;
  const wallet = await lockWallet(work, userId, currency);
  if (wallet.topUp < amount) return 'refused';
  const key = `topUpRefund:${topUp.id}:${payment.captured}`;
  await withdrawTopUp(work, { userId, currency, amount, reason: 'topUpRefund', key });
  await withdrawBonus(work, {
    userId,
    currency,
    amount: Math.floor((topUp.bonus * amount) / topUp.amount),
    reason: 'topUpRefund',
    key: `${key}:bonus`,
  });
  await beginRefund(work, payment, amount);
  return 'begun';
}
