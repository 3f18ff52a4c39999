import { createHash } from 'node:crypto';
import type { ApprovalShown } from '../../../contract/operators/approvals.ts';
import type { CaseActed, CaseSummary } from '../../../contract/operators/desk.ts';
import type { StoredOutcome } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { approvalIn } from '../approvals/approvals.ts';
import { notify } from '../notifications/notify.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { readPayment } from '../payments/moves.ts';
import { lockRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { storeAnswer } from '../support/answerReport.ts';
import { lockCase, type CaseRow } from '../support/cases.ts';
import { caseOfNumber } from '../support/caseQueries.ts';
import { lockTopUpOf } from '../topUps/refundTopUp.ts';
import { paymentOf } from './caseFacts.ts';
import { DeskError } from './deskError.ts';
import { presentCase } from './presentCase.ts';

/** The case after an act, and the request for approval if the act needs one. */
type Changed = CaseRow | { row: CaseRow; approval: ApprovalShown };
type Change = (row: CaseRow, rental: RentalRow | null) => Promise<Changed>;

/** Runs an act once for each key, on a locked open case. */
export async function once(
  work: UnitOfWork,
  number: string,
  action: string,
  asked: object,
  act: Act,
  change: Change,
): Promise<CaseActed> {
  const { row, rental } = await lockCaseOf(work, number);
  return actOnce(work, { action, subject: number, details: asked }, act, {
    async run() {
      await refuseClosed(work, row);
      const changed = await change(row, rental);
      const { row: after, approval } =
        'approval' in changed ? changed : { row: changed, approval: null };
      return {
        answer: { case: await presentCase(work.trx, after, work.now), approval },
        ...(approval && { made: { approval: approval.id } }),
        before: factsOf(row),
        after: factsOf(after),
      };
    },
    again: ({ details }) => actedAgain(work, number, details),
  });
}

/**
 * Locks the rental or the top-up of a case, and then the case. All other transactions lock in the same order.
 *
 * @throws {DeskError} caseNotFound.
 */
export async function lockCaseOf(
  work: UnitOfWork,
  number: string,
): Promise<{ row: CaseRow; rental: RentalRow | null }> {
  const seen = await caseOfNumber(work.trx, number);
  const rental = seen?.rental_id ? await lockRental(work, seen.rental_id) : null;
  const paymentId = seen ? paymentOf(seen) : null;
  if (paymentId !== null) await lockTopUpOf(work, await readPayment(work, paymentId));
  const row = await lockCase(work, number);
  if (!row) throw new DeskError('caseNotFound', `There is no case ${number}.`);
  return { row, rental };
}

/** @throws {DeskError} caseClosed, with the case as it is now. */
export async function refuseClosed(work: UnitOfWork, row: CaseRow): Promise<void> {
  if (row.state !== 'closed') return;
  const now = await presentCase(work.trx, row, work.now);
  const { closedBy, closedAt, outcome } = now;
  throw new DeskError(
    'caseClosed',
    `Case ${row.number} was closed at ${closedAt} by ${closedBy ?? 'support'}: ${wordsOf(outcome)}.`,
    now,
  );
}

/** The answer to a repeated act. */
export async function actedAgain(
  work: UnitOfWork,
  number: string,
  details: unknown,
): Promise<Omit<CaseActed, 'repeated'>> {
  return {
    case: await caseNow(work, number),
    approval: await approvalIn(work, details),
  };
}

export async function caseNow(work: UnitOfWork, number: string): Promise<CaseSummary> {
  const row = await caseOfNumber(work.trx, number);
  if (!row) throw new Error(`case ${number} is gone`);
  return presentCase(work.trx, row, work.now);
}

/**
 * The facts of a case for the record of operators. They contain only a hash of the answer, because an answer may name
 * the rider.
 */
export function factsOf({ state, waits_for, assignee, answer, outcome }: CaseRow) {
  return {
    state,
    waitsFor: waits_for,
    assignee,
    answer: answer === null ? null : hashOf(answer),
    outcome,
  };
}

/**
 * If the case has a rider, notifies the rider about an answer, or about a refund, a waiver or an end of the rental.
 * Stores the answer to a report, because the rider reads it on the page with the reports.
 */
export async function notifyRider(
  work: UnitOfWork,
  row: CaseRow,
  answer: string | null,
  done: StoredOutcome | null,
  key: string,
): Promise<void> {
  if (row.user_id === null) return;
  const isFelt = done !== null && ['refund', 'waive', 'endRental'].includes(done.kind);
  if (answer === null && !isFelt) return;
  if (answer !== null && row.kind === 'report') {
    await storeAnswer(work, row.key.slice('report:'.length), answer);
  }
  const refunded = answer === null && done?.kind === 'refund' ? (done.amount ?? null) : null;
  await notify(work, {
    userId: row.user_id,
    kind: 'caseAnswered',
    key: `${row.id}:${key}`,
    // If an order was refunded without an answer, the notification opens the receipt. Otherwise it opens the page with
    // the reports.
    ...(refunded !== null &&
      row.rental_id !== null && {
        rentalId: row.rental_id,
        details: {
          outcome: 'refunded' as const,
          amount: { amount: refunded, currency: done?.currency ?? '' },
        },
      }),
  });
}

function wordsOf(outcome: CaseSummary['outcome']): string {
  if (!outcome) return 'without an outcome';
  const { kind, ...facts } = outcome;
  return [kind, ...Object.values(facts)].join(' ');
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
