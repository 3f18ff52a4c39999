import { createHash } from 'node:crypto';
import type { CaseActed, CaseSummary, CloseCase } from '../../../contract/operators/desk.ts';
import type { CaseWaitsFor, StoredOutcome } from '../../db/schema.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { settleDispute } from '../orders/settleDispute.ts';
import { readPayment } from '../payments/moves.ts';
import { lockRental, lockRentalOfNumber, type RentalRow } from '../rentalRecords/rentals.ts';
import { storeAnswer } from '../support/answerReport.ts';
import { isForFinance, outcomesOf } from '../support/caseKinds.ts';
import { changeCase, lockCase, openCase, type CaseChange, type CaseRow } from '../support/cases.ts';
import { caseOfKey, caseOfNumber, findCases } from '../support/caseQueries.ts';
import { lockTopUpOf, lockTopUpOfNumber } from '../topUps/refundTopUp.ts';
import { paymentOf } from './caseFacts.ts';
import { DeskError } from './deskError.ts';
import { perform } from './outcomes.ts';
import { presentCase } from './presentCase.ts';

/** @throws {DeskError} caseNotFound, caseClosed, keyReused. */
export function assignCase(
  work: UnitOfWork,
  number: string,
  assignee: string | null,
  act: Act,
): Promise<CaseActed> {
  return once(work, number, 'case.assign', { assignee }, act, async (row) =>
    changeCase(work, row, { assignee }),
  );
}

/** Tells for whom a case waits; null opens it again. @throws {DeskError} as `assignCase` does. */
export function waitCase(
  work: UnitOfWork,
  number: string,
  waitsFor: CaseWaitsFor | null,
  act: Act,
): Promise<CaseActed> {
  return once(work, number, 'case.wait', { waitsFor }, act, async (row) =>
    changeCase(work, row, { waitsFor }),
  );
}

/** Answers the rider. A later answer replaces it. @throws {DeskError} as `assignCase` does. */
export function answerCase(
  work: UnitOfWork,
  number: string,
  { answer, waitsFor }: { answer: string; waitsFor: CaseWaitsFor | null },
  act: Act,
): Promise<CaseActed> {
  return once(
    work,
    number,
    'case.answer',
    { answer: hashOf(answer), waitsFor },
    act,
    async (row) => {
      if (row.user_id === null) {
        throw new DeskError('outcomeNotPossible', `Case ${number} concerns no rider.`);
      }
      await tell(work, row, answer, null, act.key);
      return changeCase(work, row, { answer, waitsFor });
    },
  );
}

/**
 * Closes a case with an outcome. Its effects, the answer to the rider and the entry in the record of operators
 * are committed together.
 *
 * @throws {DeskError} also roleMissing, outcomeNotPossible, amountTooLarge.
 */
export function closeCase(
  work: UnitOfWork,
  number: string,
  { outcome, answer }: Pick<CloseCase, 'outcome' | 'answer'>,
  act: Act,
): Promise<CaseActed> {
  const asked = { outcome, ...(answer !== undefined && { answer: hashOf(answer) }) };
  return once(work, number, 'case.close', asked, act, async (row, rental) => {
    if (!outcomesOf(row.kind).includes(outcome.kind)) {
      throw new DeskError(
        'outcomeNotPossible',
        `The outcome ${outcome.kind} does not fit a case of kind ${row.kind}.`,
      );
    }
    if (!mayDecide(act, row, outcome)) {
      throw new DeskError(
        'roleMissing',
        `The outcome ${outcome.kind} of a case of kind ${row.kind} needs the role support.`,
      );
    }
    const done = await perform(work, row, rental, outcome);
    const change: CaseChange = {
      close: { outcome: done, by: act.who },
      ...(answer !== undefined && { answer }),
    };
    // The decision about a dispute has a notification of its own.
    const isSettled =
      row.kind === 'dispute' &&
      rental !== null &&
      (await settleDispute(work, rental, loweredBy(done), act.who));
    if (!isSettled || answer !== undefined) {
      await tell(work, row, answer ?? null, isSettled ? null : done, act.key);
    }
    return changeCase(work, row, change);
  });
}

/** Finance decides only about money, and support about everything. */
function mayDecide({ roles }: Act, { kind }: CaseRow, outcome: CloseCase['outcome']): boolean {
  const isSupport = roles.some((role) => role === 'administrator' || role === 'support');
  return isSupport || isForFinance(kind, outcome.kind);
}

/**
 * Closes the case of the dispute about an order.
 *
 * @throws {DeskError} caseNotFound, also for an order without a dispute; and as `closeCase` does.
 */
export async function closeDispute(
  work: UnitOfWork,
  order: string,
  outcome: CloseCase['outcome'],
  act: Act,
): Promise<CaseActed> {
  const filter = { kind: 'dispute', state: 'all', order, limit: 1 } as const;
  const [found] = await findCases(work.trx, filter, work.now);
  if (!found) throw new DeskError('caseNotFound', `There is no dispute about order ${order}.`);
  return closeCase(work, found.number, { outcome }, act);
}

/** Opens a case about an order of which nobody has complained. @throws {DeskError} orderNotFound, keyReused. */
export async function openOrderCase(
  work: UnitOfWork,
  orderNumber: string,
  act: Act,
): Promise<CaseActed> {
  const rental = await lockRentalOfNumber(work, orderNumber);
  if (!rental) throw new DeskError('orderNotFound', `There is no order ${orderNumber}.`);
  const { id: rentalId, station_id: stationId } = rental;
  return openOnce(work, { order: rental.number }, { rentalId, stationId }, act);
}

/** Opens a case about a top-up. @throws {DeskError} topUpNotFound, keyReused. */
export async function openTopUpCase(
  work: UnitOfWork,
  topUpNumber: string,
  act: Act,
): Promise<CaseActed> {
  const topUp = await lockTopUpOfNumber(work, topUpNumber);
  if (!topUp) throw new DeskError('topUpNotFound', `There is no top-up ${topUpNumber}.`);
  const { number, user_id: userId, paymentId } = topUp;
  return openOnce(work, { topUp: number }, { userId, details: { paymentId } }, act);
}

/** Opens a case of an operator, once for each key. The caller has locked what the case is about. */
function openOnce(
  work: UnitOfWork,
  asked: object,
  about: Pick<Parameters<typeof openCase>[1], 'rentalId' | 'stationId' | 'userId' | 'details'>,
  act: Act,
): Promise<CaseActed> {
  return actOnce(work, { action: 'case.open', subject: null, details: asked }, act, {
    async run() {
      await openCase(work, { kind: 'operator', key: act.key, ...about });
      const opened = await caseOfKey(work, `operator:${act.key}`);
      const answer = { case: await presentCase(work.trx, opened, work.now) };
      return { answer, subject: opened.number };
    },
    again: async ({ subject }) => ({ case: await caseNow(work, subject) }),
  });
}

type Change = (row: CaseRow, rental: RentalRow | null) => Promise<CaseRow>;

/**
 * Runs an act once for each key, on a locked open case. It locks the rental or the top-up before the case, in the order
 * in which all other transactions lock them.
 */
async function once(
  work: UnitOfWork,
  number: string,
  action: string,
  asked: object,
  act: Act,
  change: Change,
): Promise<CaseActed> {
  const seen = await caseOfNumber(work.trx, number);
  const rental = seen?.rental_id ? await lockRental(work, seen.rental_id) : null;
  const paymentId = seen ? paymentOf(seen) : null;
  if (paymentId !== null) await lockTopUpOf(work, await readPayment(work, paymentId));
  const row = await lockCase(work, number);
  if (!row) throw new DeskError('caseNotFound', `There is no case ${number}.`);
  return actOnce(work, { action, subject: number, details: asked }, act, {
    async run() {
      if (row.state === 'closed') {
        const now = await presentCase(work.trx, row, work.now);
        const { closedBy, closedAt, outcome } = now;
        throw new DeskError(
          'caseClosed',
          `Case ${number} was closed at ${closedAt} by ${closedBy ?? 'support'}: ${wordsOf(outcome)}.`,
          now,
        );
      }
      const changed = await change(row, rental);
      const answer = { case: await presentCase(work.trx, changed, work.now) };
      return { answer, before: factsOf(row), after: factsOf(changed) };
    },
    again: async () => ({ case: await caseNow(work, number) }),
  });
}

async function caseNow(work: UnitOfWork, number: string): Promise<CaseSummary> {
  const row = await caseOfNumber(work.trx, number);
  if (!row) throw new Error(`case ${number} is gone`);
  return presentCase(work.trx, row, work.now);
}

/** The facts of a case for the record of operators. An answer may name the rider, so only its hash counts. */
function factsOf({ state, waits_for, assignee, answer, outcome }: CaseRow) {
  return {
    state,
    waitsFor: waits_for,
    assignee,
    answer: answer === null ? null : hashOf(answer),
    outcome,
  };
}

/** Tells the rider that support has answered or decided. The page of the reports shows the answer. */
async function tell(
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
    // A refund leads to the receipt. The page of the reports shows everything else.
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

/** How an outcome lowered the bill; null if it did not. */
function loweredBy({ kind, amount }: StoredOutcome) {
  return (kind === 'refund' || kind === 'waive') && amount !== undefined ? { kind, amount } : null;
}

function wordsOf(outcome: CaseSummary['outcome']): string {
  if (!outcome) return 'without an outcome';
  const { kind, ...facts } = outcome;
  return [kind, ...Object.values(facts)].join(' ');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
