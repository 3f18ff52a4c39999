import { z } from 'zod';
import { CaseOutcome, type CaseActed, type CloseCase } from '../../../contract/operators/desk.ts';
import type { PayLimits } from '../../settings/payLimits.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { requestApproval, waitingActs, type ApprovableActs } from '../approvals/approvals.ts';
import { approvedPayer, payerOf, type SecondOperatorNeeded } from '../approvals/payLimits.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockRentalOfNumber, type RentalRow } from '../rentalRecords/rentals.ts';
import { lockCase, openCase, type CaseRow } from '../support/cases.ts';
import { caseOfKey, isCaseWithin, openCasesAbout } from '../support/caseQueries.ts';
import { lockTopUpOfNumber } from '../topUps/refundTopUp.ts';
import { actedAgain, factsOf, lockCaseOf, once, refuseClosed } from './actOnCase.ts';
import { paymentOf } from './caseFacts.ts';
import { askedOf, checkOutcome, close } from './closeCase.ts';
import { DeskError } from './deskError.ts';
import { presentCase } from './presentCase.ts';

type PaidBack = Extract<CaseOutcome, { kind: 'refund' | 'waive' }>;

/** The order or the top-up whose money an operator pays back without a rider's case. */
export type PaidFor = { order: string } | { topUp: string };

/**
 * Refunds or waives an amount of an order or a top-up, independently of a rider's case. The server opens a new case for
 * this act, and closes it.
 *
 * @throws {DeskError} orderNotFound, topUpNotFound, outcomeNotPossible, amountTooLarge, keyReused.
 * @throws {SecondOperatorNeeded} See `requestPayBack`.
 */
export function payBack(
  work: UnitOfWork,
  paid: PaidFor,
  outcome: PaidBack,
  act: ProvenAct,
  limits: PayLimits,
): Promise<CaseActed> {
  return inNewCase(work, paid, outcome, act, async (row, rental) => {
    const by = { payer: payerOf(act, limits), key: act.key };
    const closed = await close(work, { row, rental }, { outcome }, by);
    const answer = { case: await presentCase(work.trx, closed, work.now), approval: null };
    return { answer, before: factsOf(row), after: factsOf(closed) };
  });
}

/**
 * Opens the case of `payBack`, and requests the approval of the amount by a second operator. The case stays open until
 * the approval.
 *
 * @throws {OpsError} orderNotFound, topUpNotFound, approvalPending, ownKeyNeeded, keyReused.
 */
export function requestPayBack(
  work: UnitOfWork,
  paid: PaidFor,
  outcome: PaidBack,
  act: ProvenAct,
  needed: SecondOperatorNeeded,
): Promise<CaseActed> {
  return inNewCase(work, paid, outcome, act, async (row) => {
    const approval = await request(work, row, outcome, act, needed);
    const answer = { case: await presentCase(work.trx, row, work.now), approval };
    return { answer, made: { approval: approval.id } };
  });
}

interface Done {
  answer: Omit<CaseActed, 'repeated'>;
  before?: object;
  after?: object;
  made?: object;
}

async function inNewCase(
  work: UnitOfWork,
  paid: PaidFor,
  outcome: PaidBack,
  act: Act,
  run: (row: CaseRow, rental: RentalRow | null) => Promise<Done>,
): Promise<CaseActed> {
  const { rental, about } =
    'order' in paid ? await orderOf(work, paid.order) : await topUpOf(work, paid.topUp);
  const asked = { action: 'case.payBack', subject: null, details: { ...paid, outcome } };
  return actOnce(work, asked, act, {
    async run() {
      await openCase(work, { kind: 'operator', key: act.key, ...about });
      const { number } = await caseOfKey(work, `operator:${act.key}`);
      const row = await lockCase(work, number);
      if (!row) throw new Error(`case ${number} is gone`);
      return { ...(await run(row, rental)), subject: number };
    },
    again: ({ subject, details }) => actedAgain(work, subject, details),
  });
}

async function orderOf(work: UnitOfWork, number: string) {
  const rental = await lockRentalOfNumber(work, number);
  if (!rental) throw new DeskError('orderNotFound', `There is no order ${number}.`);
  return { rental, about: { rentalId: rental.id, stationId: rental.station_id } };
}

async function topUpOf(work: UnitOfWork, number: string) {
  const topUp = await lockTopUpOfNumber(work, number);
  if (!topUp) throw new DeskError('topUpNotFound', `There is no top-up ${number}.`);
  const about = { userId: topUp.user_id, details: { paymentId: topUp.paymentId } };
  return { rental: null, about };
}

/**
 * Requests that a second operator approves the outcome of a case, because the outcome pays an
 * amount above the limit of a single operator. The case stays open until the approval.
 *
 * @throws {OpsError} caseNotFound, caseClosed, roleMissing, outcomeNotPossible, approvalPending, ownKeyNeeded,
 * keyReused.
 */
export function requestClose(
  work: UnitOfWork,
  number: string,
  wanted: Pick<CloseCase, 'outcome' | 'answer'>,
  act: ProvenAct,
  needed: SecondOperatorNeeded,
): Promise<CaseActed> {
  return once(work, number, 'case.close', askedOf(wanted), act, async (row) => {
    checkOutcome(row, wanted.outcome, act);
    // The request must not contain an answer: requests are stored for ever, and an answer may name the rider.
    if (wanted.answer !== undefined) {
      throw new DeskError(
        'outcomeNotPossible',
        'This outcome needs a second operator. Answer the rider first, then close the case without an answer.',
      );
    }
    const approval = await request(work, row, wanted.outcome, act, needed);
    return { row, approval };
  });
}

/**
 * Requests the approval of an outcome with its exact amount. The caller has locked the order or the top-up of the case.
 *
 * @throws {OpsError} approvalPending, also if another case about the same order or top-up waits for an approval;
 * ownKeyNeeded.
 */
async function request(
  work: UnitOfWork,
  row: CaseRow,
  outcome: CaseOutcome,
  act: ProvenAct,
  { amount, currency }: SecondOperatorNeeded,
) {
  const { number } = row;
  const about = { rentalId: row.rental_id, paymentId: paymentOf(row) };
  const others = await openCasesAbout(work, about);
  const [waiting] = await waitingActs(work.trx, 'case.close', others, work.now);
  if (waiting) {
    const text = `The request ${waiting.id} about case ${waiting.subject} waits for an approval.`;
    throw new OpsError('approvalPending', text);
  }
  const isPaid = outcome.kind === 'refund' || outcome.kind === 'waive';
  const exact = isPaid ? { ...outcome, amount } : outcome;
  const wanted = { outcome: exact, pays: { amount, currency } };
  const asked = { action: 'case.close', subject: number, request: wanted, isSingle: true };
  return requestApproval(work, asked, act);
}

const ClosePending = z.object({ outcome: CaseOutcome });

/** How the outcome of a case is performed after a second operator has approved it. */
export const approvableCaseActs: ApprovableActs = {
  'case.close': {
    roles: ['finance'],
    stations: isCaseWithin,
    async perform(work, { subject, request: wanted, requested_by: who }) {
      const { outcome } = ClosePending.parse(wanted);
      const locked = await lockCaseOf(work, subject);
      await refuseClosed(work, locked.row);
      const by = { payer: approvedPayer(who), key: 'approved' };
      const closed = await close(work, locked, { outcome }, by);
      return { before: factsOf(locked.row), after: factsOf(closed) };
    },
  },
};
