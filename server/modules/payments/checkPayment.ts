import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import type { PaymentReport, ReportedRefund } from '../../providers/payments/provider.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { isBooked, refundOutsideKey, refundReturnedKey } from '../ledger/ledger.ts';
import { openCase } from '../support/cases.ts';
import type { Owners, PaidFor } from './owners.ts';
import { isInFlight } from './machine.ts';
import { enqueueCheck, readPayment, type PaymentRow } from './moves.ts';
import { recordAnswer } from './recordAnswer.ts';

type Found = Extract<PaymentReport, { outcome: 'found' }>;

/** The time until the next try, if a change cannot be booked yet. */
const retryMs = 60 * 60_000;

/**
 * Compares a payment with the provider, and books the changes that the server did not make: a capture, cancellation or
 * expiry of a hold, refunds, and failures of such refunds. The operator's staff can capture, cancel and refund in the
 * provider's own web pages. Support gets a case for each change.
 */
export async function checkPayment(
  deps: Dependencies,
  owners: Owners,
  paymentId: string,
  job: Job,
): Promise<JobOutcome> {
  const asked = await transact(deps, (work) => readPayment(work, paymentId));
  if (!asked.provider_authorization) return;
  const report = await deps.payments.readPayment({ authorization: asked.provider_authorization });
  if (report.outcome === 'missing') return;
  if (report.outcome === 'unknown') return { againAt: retryAt(deps.clock, job.attempts) };
  const owner = asked.rental_id ? owners.rental : owners.topUp;
  const isDone = await transact(deps, async (work) => {
    await owner.lock(work, asked);
    return applyReport(work, owner, await readPayment(work, paymentId), report);
  });
  if (!isDone) return { againAt: addMs(deps.clock.now(), retryMs), answered: true };
}

/** Returns false if a change cannot be booked yet. */
async function applyReport(
  work: UnitOfWork,
  owner: PaidFor,
  payment: PaymentRow,
  report: Found,
): Promise<boolean> {
  if (payment.state === 'authorized') {
    await applyHoldReport(work, owner, payment, report);
    return report.refunds.length === 0 || report.state !== 'captured';
  }
  // Another job is changing the payment. The result of that job must be stored first.
  if (isInFlight(payment.state) || payment.state === 'voiding') return false;
  if (payment.state !== 'captured' && payment.state !== 'refunded') return true;
  let isDone = true;
  for (const refund of report.refunds) {
    if (refund.key?.startsWith(`refund:${payment.id}:`)) continue;
    const isKnown = await isBooked(work, [refundOutsideKey(payment.id, refund.id)]);
    const current = await readPayment(work, payment.id);
    if (refund.hasFailed) await applyFailure(work, owner, current, { ...refund, isKnown });
    else if (!isKnown) isDone = (await applyRefund(work, owner, current, refund)) && isDone;
  }
  return isDone;
}

async function applyHoldReport(
  work: UnitOfWork,
  owner: PaidFor,
  payment: PaymentRow,
  { state, captured }: Found,
): Promise<void> {
  if (state === 'captured') {
    await openOutsideCase(work, payment, 'captured', captured);
    await recordAnswer(work, payment, 'capturedOutside', { captured });
  } else if (state === 'canceled') {
    await openOutsideCase(work, payment, 'released', payment.amount);
    await recordAnswer(work, payment, 'holdGone', {});
  } else {
    return;
  }
  await continueOwner(work, owner, payment);
}

async function applyRefund(
  work: UnitOfWork,
  owner: PaidFor,
  payment: PaymentRow,
  { id: refund, amount }: ReportedRefund,
): Promise<boolean> {
  const refundable = payment.captured - payment.refunded;
  await openOutsideCase(work, payment, 'refunded', amount, refund);
  // The refund is larger than the captured amount that is still refundable in the ledger. Book
  // nothing; support decides about the entries.
  if (amount > refundable) return true;
  if (!(await owner.refundedOutside(work, payment, { refund, amount }))) return false;
  const event = amount === refundable ? 'refundedOutsideWhole' : 'refundedOutsideInPart';
  await recordAnswer(work, payment, event, { refunded: amount, refund });
  await continueOwner(work, owner, payment);
  // The refund may have failed after this job read it. The webhook about the failure then found no booking to reverse,
  // so compare the payment again.
  await enqueueCheck(work, payment.id, `booked:${refund}`);
  return true;
}

/**
 * Handles a failed refund, whose money came back to the operator. Opens a case. If the refund was booked, reverses this
 * booking. A second run of this function does not reverse the booking again.
 */
async function applyFailure(
  work: UnitOfWork,
  owner: PaidFor,
  payment: PaymentRow,
  { id: refund, amount, isKnown }: ReportedRefund & { isKnown: boolean },
): Promise<void> {
  await openReturnedCase(work, payment, { refund, amount });
  if (!isKnown || (await isBooked(work, [refundReturnedKey(payment.id, refund)]))) return;
  const booking = refundOutsideKey(payment.id, refund);
  await recordAnswer(work, payment, 'refundReturned', { refunded: amount, refund, booking });
  await owner.outsideRefundFailed(work, payment, { refund, amount });
  await continueOwner(work, owner, payment);
}

async function continueOwner(work: UnitOfWork, owner: PaidFor, payment: PaymentRow): Promise<void> {
  if (payment.rental_id) work.orderChanged(payment.user_id, payment.rental_id);
  await owner.doNextSteps(work, payment);
}

/**
 * Opens a case for a change that the server did not make: a hold expired, or the operator's staff made the change in
 * the provider's own web pages.
 */
export async function openOutsideCase(
  work: UnitOfWork,
  payment: PaymentRow,
  change: 'captured' | 'released' | 'refunded',
  amount: number,
  refund = '',
): Promise<void> {
  await openCase(work, {
    kind: 'changedAtProvider',
    key: `${payment.id}:${change}:${refund}`,
    userId: payment.user_id,
    ...(payment.rental_id ? { rentalId: payment.rental_id } : {}),
    details: { paymentId: payment.id, change, amount },
  });
}

/**
 * Opens a case for a refund that counted as done and failed later, because the operator owes the rider this
 * money.
 */
export async function openReturnedCase(
  work: UnitOfWork,
  payment: PaymentRow,
  { refund, amount }: { refund: string; amount: number },
): Promise<void> {
  await openCase(work, {
    kind: 'refundRefused',
    key: `${payment.id}:${refund}`,
    userId: payment.user_id,
    ...(payment.rental_id ? { rentalId: payment.rental_id } : {}),
    details: { paymentId: payment.id, refund, amount },
  });
}
