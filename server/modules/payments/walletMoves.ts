import { randomUUID } from 'node:crypto';
import type { StoredPurpose } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { spend } from '../wallet/portions.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { paymentTransition, type PaymentEvent } from './machine.ts';
import type { PaymentRow } from './moves.ts';
import { recordAnswer, type Answer } from './recordAnswer.ts';

/**
 * Holds GoCash for a rental, or charges it at once. A GoCash payment passes through the same states as a payment
 * through the provider, but each move is complete in one transaction.
 *
 * @throws if the balance is too low. The caller must have locked the wallet and checked the balance.
 */
export async function askWallet(
  work: UnitOfWork,
  rental: { id: string; user_id: string; tariff: { currency: string } },
  ask: { purpose: StoredPurpose; attempt: number; amount: number; charge: boolean },
): Promise<void> {
  const { currency } = rental.tariff;
  const portions = spend(await lockWallet(work, rental.user_id, currency), ask.amount);
  if (!portions) throw new Error(`rental ${rental.id}: the GoCash balance is too low`);
  const payment = await work.trx
    .insertInto('payments')
    .values({
      id: randomUUID(),
      user_id: rental.user_id,
      rental_id: rental.id,
      top_up_id: null,
      payment_method_id: null,
      source: 'goCash',
      from_bonus: portions.bonus,
      purpose: ask.purpose,
      attempt: ask.attempt,
      state: 'requested',
      currency,
      amount: ask.amount,
      provider_authorization: null,
      action_url: null,
      decline_reason: null,
      created_at: work.now,
      changed_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAnswer(work, payment, ask.charge ? 'charged' : 'authorized', {});
}

/** Captures up to the held amount. The rest of the hold returns to the rider's balance. */
export function captureWallet(
  work: UnitOfWork,
  payment: PaymentRow,
  amount: number,
): Promise<void> {
  return beginAndComplete(work, payment, 'captureBegun', 'captureDone', { captured: amount });
}

export function voidWallet(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return beginAndComplete(work, payment, 'voidBegun', 'voidDone');
}

export function refundWallet(work: UnitOfWork, payment: PaymentRow, amount: number): Promise<void> {
  const isWhole = payment.refunded + amount === payment.captured;
  const done = isWhole ? 'refundedWhole' : 'refundedInPart';
  return beginAndComplete(work, payment, 'refundBegun', done, { refunded: amount });
}

async function beginAndComplete(
  work: UnitOfWork,
  payment: PaymentRow,
  begun: PaymentEvent,
  done: PaymentEvent,
  answer: Answer = {},
): Promise<void> {
  const state = paymentTransition(payment.state, begun);
  if (!state) throw new Error(`payment ${payment.id}: ${begun} in state ${payment.state}`);
  await recordAnswer(work, payment, begun, {});
  await recordAnswer(work, { ...payment, state }, done, answer);
}
