import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import { chargeFailureOf } from '../payments/chargeFailure.ts';
import type { PaidFor } from '../payments/owners.ts';
import { readPayment, type PaymentRow } from '../payments/moves.ts';
import { creditWallet } from '../wallet/credits.ts';
import { bonusChangeOf } from '../wallet/movementQueries.ts';
import { giveBackRefunded, takeBackRefunded } from './refundedOutside.ts';

type TopUpRow = Selectable<Database['top_ups']>;

/**
 * The time that the cardholder has to confirm a charge. If the provider does not answer for the same time, support gets
 * a case.
 */
const openMs = 5 * 60_000;

/** The functions that the module of payments calls for a payment of a top-up. */
export const paidTopUp: PaidFor = {
  async lock(work, payment) {
    const { created_at } = await lockTopUp(work, payment);
    // After this time, the rider no longer waits for the charge, so the server does not request it.
    return { isOver: addMs(created_at, openMs) <= work.now };
  },

  async doNextSteps(work, asked) {
    const topUp = await lockTopUp(work, asked);
    if (topUp.state !== 'requested') return;
    const payment = await readPayment(work, asked.id);
    if (payment.state === 'captured') return credit(work, topUp);
    if (isRefused(payment)) {
      const failure = chargeFailureOf(payment.decline_reason ?? 'declined');
      await finish(work, topUp, { state: 'declined', failure });
    }
  },

  openUntil: ({ created_at }) => addMs(created_at, openMs),

  async readNumber(db, payment) {
    const { number } = await db
      .selectFrom('top_ups')
      .select('number')
      .where('id', '=', payment.top_up_id)
      .executeTakeFirstOrThrow();
    return number;
  },

  refundedOutside: takeBackRefunded,
  outsideRefundFailed: giveBackRefunded,

  /** The provider has refused the refund, so its amount returns to the wallet, together with the withdrawn bonus. */
  async refundRefused(work, payment, amount, total) {
    const taken = `topUpRefund:${payment.top_up_id}:${total}:bonus`;
    const bonus = await bonusChangeOf(work.trx, taken);
    await creditWallet(work, {
      userId: payment.user_id,
      currency: payment.currency,
      topUp: amount,
      bonus: 0 - bonus,
      reason: 'topUpRefund',
      key: `topUpRefundRefused:${payment.top_up_id}:${total}`,
    });
  },
};

async function credit(work: UnitOfWork, topUp: TopUpRow): Promise<void> {
  await finish(work, topUp, { state: 'credited', credited_at: work.now });
  await creditWallet(work, {
    userId: topUp.user_id,
    currency: topUp.currency,
    topUp: topUp.amount,
    bonus: topUp.bonus,
    reason: 'topUp',
    key: `topUp:${topUp.id}`,
  });
  const money = (amount: number) => ({ amount, currency: topUp.currency });
  await notify(work, {
    userId: topUp.user_id,
    kind: 'toppedUp',
    key: topUp.id,
    details: {
      amount: money(topUp.amount),
      ...(topUp.bonus > 0 && { bonus: money(topUp.bonus) }),
    },
  });
}

async function finish(
  work: UnitOfWork,
  { id }: TopUpRow,
  set: Pick<TopUpRow, 'state'> & Partial<Pick<TopUpRow, 'failure' | 'credited_at'>>,
): Promise<void> {
  await work.trx.updateTable('top_ups').set(set).where('id', '=', id).execute();
}

function isRefused({ state }: Pick<PaymentRow, 'state'>): boolean {
  return state === 'declined' || state === 'voided' || state === 'expired';
}

async function lockTopUp(work: UnitOfWork, payment: PaymentRow): Promise<TopUpRow> {
  if (!payment.top_up_id) throw new Error(`payment ${payment.id} is not a top-up's`);
  return work.trx
    .selectFrom('top_ups')
    .selectAll()
    .where('id', '=', payment.top_up_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
