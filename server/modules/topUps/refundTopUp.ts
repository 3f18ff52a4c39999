import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { hasChargedBackPayment } from '../chargebacks/refundable.ts';
import { isInFlight } from '../payments/machine.ts';
import { readPayment, type PaymentRow } from '../payments/moves.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { beginTopUpRefund } from './beginTopUpRefund.ts';
import { chargeOfTopUp } from './topUpQueries.ts';

/** The error for a refund that the top-up does not allow. `message` is for the operator. */
export class TopUpRefundError extends Error {
  override readonly name = 'TopUpRefundError';
  /** The highest amount that can be refunded; null if nothing can be refunded. */
  readonly most: number | null;

  constructor(message: string, most: number | null = null) {
    super(message);
    this.most = most;
  }
}

/**
 * Locks the top-up of a payment. Returns null for the payment of an order. Lock the top-up before a case about it, as
 * all other transactions do, to prevent a deadlock.
 */
export async function lockTopUpOf({ trx }: UnitOfWork, { top_up_id }: PaymentRow) {
  const found = await trx
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', top_up_id)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Locks the top-up with this number, and reads its charge. Returns null if there is none. */
export async function lockTopUpOfNumber(work: UnitOfWork, number: string) {
  const topUp = await work.trx
    .selectFrom('top_ups')
    .selectAll()
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!topUp) return null;
  return { ...topUp, paymentId: await chargeOfTopUp(work.trx, topUp.id) };
}

/**
 * Refunds a part of a top-up, or the highest possible amount, to the card that paid it. The amount leaves the wallet at
 * once, and the server calls the provider after the commit. If the provider refuses, the amount returns to the wallet
 * and the server opens a case of the kind `refundRefused`.
 *
 * @returns the amount of the refund.
 * @throws {TopUpRefundError} if the top-up was not paid, if the provider has not answered yet, if
 * the bank has the money because of a chargeback, or if the provider refused a refund before. Also
 * if nothing is left to refund, or if less is left of the payment or of the GoCash than `wanted`.
 */
export async function refundTopUp(
  work: UnitOfWork,
  paymentId: string,
  wanted: number | 'all',
): Promise<{ amount: number; currency: string }> {
  const asked = await readPayment(work, paymentId);
  const topUp = await lockTopUpOf(work, asked);
  if (!topUp) throw new Error(`payment ${paymentId} is not a top-up's`);
  // The lock of the top-up also protects the payment, so read the payment again under the lock.
  const payment = await readPayment(work, paymentId);
  const { number, user_id: userId, currency } = topUp;
  if (isInFlight(payment.state)) {
    throw new TopUpRefundError(`Top-up ${number}: the provider has not answered yet. Try later.`);
  }
  if (topUp.state !== 'credited' || payment.state !== 'captured') {
    const state = payment.state === 'refunded' ? 'refunded' : topUp.state;
    throw new TopUpRefundError(`Top-up ${number} is ${state}, so nothing can be refunded.`);
  }
  if (payment.decline_reason !== null) {
    throw new TopUpRefundError(
      `The provider refused a refund of top-up ${number}. Refund it in the provider's own web pages.`,
    );
  }
  if (await hasChargedBackPayment(work, paymentId)) {
    throw new TopUpRefundError(
      `Top-up ${number} has a chargeback, and the bank has the money: it cannot be refunded as well.`,
    );
  }
  const wallet = await lockWallet(work, userId, currency);
  const most = Math.min(payment.captured - payment.refunded, wallet.topUp);
  const amount = wanted === 'all' ? most : wanted;
  if (amount < 1 || amount > most) {
    throw new TopUpRefundError(
      `Top-up ${number}: the refund must be from 1 to ${most}, not ${amount}.`,
      most,
    );
  }
  await beginTopUpRefund(work, topUp, payment, amount);
  return { amount, currency };
}
