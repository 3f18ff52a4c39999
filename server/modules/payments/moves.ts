import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { WebhookType } from '../../../contract/operators/webhooks.ts';
import type { Database, StoredPurpose } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { announce } from '../webhooks/announce.ts';
import { paymentTransition, type PaymentEvent } from './machine.ts';

export type PaymentRow = Selectable<Database['payments']>;

/** The kinds of outbox jobs for payments and payment methods. */
export const paymentJobs = {
  ask: 'payment.ask',
  capture: 'payment.capture',
  void: 'payment.void',
  refund: 'payment.refund',
  refundReturned: 'payment.refundReturned',
  /** Compares a payment with the provider. */
  check: 'payment.check',
  detach: 'payment.detach',
  /**
   * Detaches a replaced card after the last payment that uses it. Earlier versions of the server do
   * not wait for this payment. This job has a separate kind, so that those versions never get the
   * job during a deploy: a server leases only the kinds of jobs that it knows.
   */
  detachReplaced: 'payment.detachReplaced',
  forgetCustomer: 'payment.forgetCustomer',
} as const;

export const AskPayload = z.object({ paymentId: z.uuid(), onSession: z.boolean() });
export const CapturePayload = z.object({ paymentId: z.uuid(), amount: z.int().positive() });
export const CheckPayload = z.object({ paymentId: z.uuid() });
export const VoidPayload = z.object({ paymentId: z.uuid() });
export const RefundPayload = z.object({
  paymentId: z.uuid(),
  amount: z.int().positive(),
  /** The sum of all refunds of the payment, including this one. */
  total: z.int().positive(),
});

export const RefundReturnedPayload = z.object({
  paymentId: z.uuid(),
  /** The provider's id of the refund. */
  refund: z.string(),
  amount: z.int().positive(),
  /**
   * The sum of all refunds of the payment, including this one, as in the request for this refund.
   * Earlier versions of the server stored null for a refund that the server did not request.
   */
  total: z.int().positive().nullable(),
});

/**
 * Creates a payment of a rental, and enqueues its request to the provider. The request is a hold, or a
 * charge in one step.
 */
export async function askPayment(
  work: UnitOfWork,
  rental: { id: string; user_id: string; payment_method_id: string; tariff: { currency: string } },
  ask: { purpose: StoredPurpose; attempt: number; amount: number; onSession: boolean },
): Promise<void> {
  const { user_id, payment_method_id, tariff } = rental;
  await insertRequested(work, ask.onSession, {
    user_id,
    rental_id: rental.id,
    payment_method_id,
    purpose: ask.purpose,
    attempt: ask.attempt,
    currency: tariff.currency,
    amount: ask.amount,
  });
}

/** Creates the charge of a top-up. The caller must have checked that the rider may pay. */
export async function askTopUpPayment(
  work: UnitOfWork,
  topUp: {
    id: string;
    user_id: string;
    payment_method_id: string;
    currency: string;
    amount: number;
  },
): Promise<void> {
  const { id, ...paid } = topUp;
  await insertRequested(work, true, { ...paid, top_up_id: id, purpose: 'topUp' });
}

async function insertRequested(
  work: UnitOfWork,
  onSession: boolean,
  payment: Omit<Insertable<Database['payments']>, 'id' | 'state' | 'created_at' | 'changed_at'>,
): Promise<void> {
  const id = randomUUID();
  await work.trx
    .insertInto('payments')
    .values({
      ...payment,
      id,
      state: 'requested',
      created_at: work.now,
      changed_at: work.now,
    })
    .execute();
  const payload: z.infer<typeof AskPayload> = { paymentId: id, onSession };
  await work.enqueue({ kind: paymentJobs.ask, key: `authorize:${id}`, payload });
}

export async function beginCapture(
  work: UnitOfWork,
  payment: Asked,
  amount: number,
): Promise<void> {
  await movePayment(work, payment, 'captureBegun');
  const payload: z.infer<typeof CapturePayload> = { paymentId: payment.id, amount };
  await work.enqueue({ kind: paymentJobs.capture, key: `capture:${payment.id}`, payload });
}

/** Voids a hold, or cancels a charge that waits for the cardholder's confirmation. */
export async function beginVoid(work: UnitOfWork, payment: Asked): Promise<void> {
  const wasUnconfirmed = payment.state === 'actionRequired';
  await movePayment(work, payment, 'voidBegun', {
    action_url: null,
    ...(wasUnconfirmed ? { decline_reason: 'authenticationFailed' } : {}),
  });
  await enqueueVoid(work, payment.id);
}

export async function enqueueVoid(work: UnitOfWork, paymentId: string): Promise<void> {
  const payload: z.infer<typeof VoidPayload> = { paymentId };
  await work.enqueue({ kind: paymentJobs.void, key: `void:${paymentId}`, payload });
}

/**
 * Enqueues a comparison of a payment with the provider, because the operator's staff may have changed the payment in
 * the provider's own web pages. Each pair of payment and `reason` causes only one comparison.
 */
export async function enqueueCheck(
  work: UnitOfWork,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payload: z.infer<typeof CheckPayload> = { paymentId };
  await work.enqueue({ kind: paymentJobs.check, key: `check:${paymentId}:${reason}`, payload });
}

export async function beginRefund(
  work: UnitOfWork,
  payment: Asked & { refunded: number },
  amount: number,
): Promise<void> {
  await movePayment(work, payment, 'refundBegun');
  const total = payment.refunded + amount;
  const payload: z.infer<typeof RefundPayload> = { paymentId: payment.id, amount, total };
  await work.enqueue({ kind: paymentJobs.refund, key: `refund:${payment.id}:${total}`, payload });
}

type Asked = Pick<PaymentRow, 'id' | 'state'>;

/**
 * Stores one state change of a payment, and announces captures, refunds and declines to webhook
 * endpoints. The caller must have locked the rental or top-up.
 *
 * @throws if the change is not possible from the state that the caller read, or if the state has
 * changed since.
 */
export async function movePayment(
  work: UnitOfWork,
  payment: Asked,
  event: PaymentEvent,
  set: Updateable<Database['payments']> = {},
): Promise<void> {
  const state = paymentTransition(payment.state, event);
  if (!state) throw new Error(`payment ${payment.id}: ${event} in state ${payment.state}`);
  const moved = await work.trx
    .updateTable('payments')
    .set({ ...set, state, changed_at: work.now })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw new Error(`payment ${payment.id} is no longer ${payment.state}`);
  const type = webhookOf(event);
  if (type) await announce(work, type, factsOf(moved));
}

/** The type of the webhook about an event; null if the event causes no webhook. */
function webhookOf(event: PaymentEvent): WebhookType | null {
  switch (event) {
    case 'charged':
    case 'captureDone':
    case 'foundCharged':
    case 'capturedOutside':
      return 'payment.captured';
    case 'refundedInPart':
    case 'refundedWhole':
    case 'refundedOutsideInPart':
    case 'refundedOutsideWhole':
      return 'payment.refunded';
    case 'declined':
      return 'payment.failed';
    case 'authorized':
    case 'actionNeeded':
    case 'unanswered':
    case 'neverAsked':
    case 'captureBegun':
    case 'captureRefused':
    case 'voidBegun':
    case 'voidDone':
    case 'holdGone':
    case 'refundBegun':
    case 'refundRefused':
    case 'refundReturned':
      return null;
  }
}

/** The data about a payment in a webhook. Amounts are in minor units. */
const factsOf = (payment: PaymentRow) => ({
  payment: payment.id,
  purpose: payment.purpose,
  order: payment.rental_id,
  topUp: payment.top_up_id,
  currency: payment.currency,
  amount: payment.amount,
  captured: payment.captured,
  refunded: payment.refunded,
});

/** @throws if there is no such payment. */
export function readPayment(work: UnitOfWork, paymentId: string): Promise<PaymentRow> {
  return work.trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
}

/** A rental's payments. The oldest payment is first. */
export function paymentsOf(work: UnitOfWork, rentalId: string): Promise<PaymentRow[]> {
  return work.trx
    .selectFrom('payments')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .orderBy('created_at')
    .orderBy('attempt')
    .execute();
}
