import type { Dependencies } from '../../dependencies.ts';
import type { WebhookEvent } from '../../providers/payments/provider.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import type { z } from 'zod';
import { followHint } from './hints.ts';
import { enqueueCheck, paymentJobs, type PaymentRow, type RefundReturnedPayload } from './moves.ts';

/**
 * Handles a webhook of the provider, once per event id. Depending on the kind of the event, the function
 * - retries the pending jobs of a payment at once,
 * - enqueues a comparison of a payment that may have been changed in the provider's own web pages,
 * - updates the expiry date of a renewed card,
 * - enqueues a job that reads a chargeback or a fraud warning,
 * - enqueues a job that undoes a failed refund.
 *
 * An event about a payment or card that the server does not know changes nothing.
 */
export async function handleWebhook(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'payments'>,
  event: WebhookEvent,
): Promise<void> {
  const provider = deps.payments.name;
  await transact(deps, async (work) => {
    if (!(await isNew(work, provider, event.id))) return;
    switch (event.about) {
      case 'authorization':
        return retryJobsNow(work, event);
      case 'refund':
        return checkRefunds(work, event);
      case 'card':
        return updateExpiry(work, provider, event);
      case 'chargeback':
        return followHint(work, 'chargeback', { id: event.chargeback, event: event.id });
      case 'fraudWarning':
        return followHint(work, 'fraudWarning', { id: event.warning, event: event.id });
      case 'refundFailed':
        return enqueueRefundReturn(work, event);
      case 'other':
    }
  });
}

async function isNew(work: UnitOfWork, provider: string, id: string): Promise<boolean> {
  const inserted = await work.trx
    .insertInto('webhook_events')
    .values({ provider, id, received_at: work.now })
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Retries the payment's jobs at once. If the answer to the first request was lost, the payment has no id of
 * the provider yet. The idempotency key in the event then identifies the payment.
 */
async function retryJobsNow(
  work: UnitOfWork,
  { id: event, authorization, key, isOver }: Extract<WebhookEvent, { about: 'authorization' }>,
): Promise<void> {
  const payment = await paymentOf(work, authorization);
  const asked = /^authorize:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(key ?? '');
  const id = payment?.id ?? asked?.[1];
  if (id === undefined) return;
  // The hold has ended at the provider, but the server did not end the hold. So the operator's staff ended the hold in
  // the provider's own web pages, or the hold expired.
  if (isOver && payment?.state === 'authorized') await enqueueCheck(work, id, event);
  await work.retryNow([`authorize:${id}`, `capture:${id}`, `void:${id}`, `refund:${id}:%`]);
}

async function checkRefunds(
  work: UnitOfWork,
  { id: event, authorization }: Extract<WebhookEvent, { about: 'refund' }>,
): Promise<void> {
  const payment = await paymentOf(work, authorization);
  if (payment) await enqueueCheck(work, payment.id, event);
}

async function updateExpiry(
  work: UnitOfWork,
  provider: PaymentProviderName,
  event: { card: string; expiryMonth: number; expiryYear: number },
): Promise<void> {
  await work.trx
    .updateTable('payment_methods')
    .set({ expiry_month: event.expiryMonth, expiry_year: event.expiryYear })
    .where('provider', '=', provider)
    .where('provider_card', '=', event.card)
    .where('provider_card', '!=', '')
    .where('removed_at', 'is', null)
    .execute();
}

type PaymentProviderName = Dependencies['payments']['name'];

/**
 * Enqueues one job for each failed refund that the server made. The job makes the ledger entries,
 * because it can lock the rental or the top-up. For any other failed refund, enqueues a comparison
 * of the payment with the provider.
 */
async function enqueueRefundReturn(
  work: UnitOfWork,
  event: Extract<WebhookEvent, { about: 'refundFailed' }>,
): Promise<void> {
  const payment = await paymentOf(work, event.authorization);
  if (!payment) return;
  const { refund, amount, key } = event;
  const total = key?.startsWith(`refund:${payment.id}:`) ? Number(key.split(':')[2]) : NaN;
  if (!Number.isSafeInteger(total) || total <= 0) return enqueueCheck(work, payment.id, event.id);
  const payload: z.infer<typeof RefundReturnedPayload> = {
    paymentId: payment.id,
    refund,
    amount,
    total,
  };
  await work.enqueue({
    kind: paymentJobs.refundReturned,
    key: `refundReturned:${payment.id}:${refund}`,
    payload,
  });
}

function paymentOf(work: UnitOfWork, authorization: string): Promise<PaymentRow | undefined> {
  return work.trx
    .selectFrom('payments')
    .selectAll()
    .where('provider_authorization', '=', authorization)
    .executeTakeFirst();
}
