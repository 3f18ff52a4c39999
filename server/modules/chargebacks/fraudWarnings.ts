import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { HintPayload, hintJobs } from '../payments/hints.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { paymentById, paymentWithAuthorization } from '../payments/paymentQueries.ts';
import { openCase } from '../support/cases.ts';
import { ownerOf, type ChargedOwners } from './owners.ts';

/**
 * While a payment is in progress, the server checks at this interval whether a refund is possible.
 */
const waitMs = 60 * 60_000;

export function registerFraudWarnings(deps: Dependencies, owners: ChargedOwners): void {
  deps.outbox.handle(hintJobs.fraudWarning, (payload, job) =>
    readWarning(deps, owners, HintPayload.parse(payload), job),
  );
}

/**
 * Reads a fraud warning from the provider. If the warning is no longer actionable, the server only closes it. Otherwise
 * a refund prevents the chargeback: the server refunds the payment if its amount is low compared with the fee of a
 * chargeback; if not, support decides.
 */
async function readWarning(
  deps: Dependencies,
  owners: ChargedOwners,
  { id }: z.infer<typeof HintPayload>,
  job: Job,
): Promise<JobOutcome> {
  const result = await deps.payments.readFraudWarning({ warning: id });
  if (result.outcome === 'missing') return;
  if (result.outcome === 'unknown') return { againAt: retryAt(deps.clock, job.attempts) };
  const payment = await paymentWithAuthorization(deps.db, result.authorization);
  if (!payment) return;
  const decided = await transact(deps, (work) =>
    decide(work, deps, owners, { id, payment, isActionable: result.isActionable }),
  );
  if (!decided) return { againAt: addMs(deps.clock.now(), waitMs), answered: true };
}

/** Decides about a fraud warning. Returns false if a refund is not yet possible, because the payment is in progress. */
async function decide(
  work: UnitOfWork,
  { payments, settings }: Pick<Dependencies, 'payments' | 'settings'>,
  owners: ChargedOwners,
  warned: { id: string; payment: PaymentRow; isActionable: boolean },
): Promise<boolean> {
  const warning = await lockWarning(work, payments.name, warned.id, warned.payment.id);
  if (warning.state !== 'warned') return true;
  const finish = async (state: 'refunded' | 'left' | 'closed') => {
    await work.trx
      .updateTable('fraud_warnings')
      .set({ state, changed_at: work.now })
      .where('id', '=', warning.id)
      .execute();
    return true;
  };
  if (!warned.isActionable) return finish('closed');
  const payment = await paymentById(work.trx, warned.payment.id);
  if (isCheaper(payment, settings.chargebacks)) {
    const outcome = await ownerOf(owners, payment).refundPayment(work, payment);
    if (outcome === 'later') return false;
    if (outcome === 'begun') return finish('refunded');
  }
  await openCase(work, {
    kind: 'fraudWarning',
    key: warning.id,
    userId: payment.user_id,
    ...(payment.rental_id && { rentalId: payment.rental_id }),
    details: { paymentId: payment.id, warning: warned.id },
  });
  return finish('left');
}

/**
 * Whether a refund counts as cheaper than the risk of a chargeback: the amount that is left of the payment is at most
 * the fee of a chargeback times `refundFactor`.
 */
function isCheaper(
  { captured, refunded, currency }: PaymentRow,
  { fees, refundFactor }: Settings['chargebacks'],
): boolean {
  return captured - refunded <= (fees[currency] ?? 0) * refundFactor;
}

async function lockWarning(
  work: UnitOfWork,
  provider: string,
  providerId: string,
  paymentId: string,
): Promise<{ id: string; state: string }> {
  await work.trx
    .insertInto('fraud_warnings')
    .values({
      id: randomUUID(),
      provider,
      provider_id: providerId,
      payment_id: paymentId,
      state: 'warned',
      created_at: work.now,
      changed_at: work.now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .execute();
  return work.trx
    .selectFrom('fraud_warnings')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
