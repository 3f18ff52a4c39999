import type { CaseActed, CloseCase } from '../../../contract/operators/desk.ts';
import type { StoredOutcome } from '../../db/schema.ts';
import type { PayLimits } from '../../settings/payLimits.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import {
  checkRisk,
  countPayout,
  lockPayouts,
  payerOf,
  type Payer,
} from '../approvals/payLimits.ts';
import { chargebackAmount } from '../chargebacks/chargebackQueries.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import { settleDispute } from '../orders/settleDispute.ts';
import { paymentsOf } from '../payments/moves.ts';
import { netCaptured } from '../rental/plan.ts';
import { lockRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { isForFinance, outcomesOf } from '../support/caseKinds.ts';
import { changeCase, type CaseChange, type CaseRow } from '../support/cases.ts';
import { findCases } from '../support/caseQueries.ts';
import { hashOf, once, notifyRider } from './actOnCase.ts';
import { paymentOf, textIn } from './caseFacts.ts';
import { DeskError } from './deskError.ts';
import { perform } from './outcomes.ts';

/**
 * Closes a case with an outcome. One transaction contains the effects of the outcome, the answer to the rider and the
 * entry in the record of operators.
 *
 * @throws {DeskError} the errors of `assignCase`, and roleMissing, outcomeNotPossible,
 * amountTooLarge.
 * @throws {SecondOperatorNeeded} if the outcome pays an amount above the limit of a single
 * operator. See `requestClose`.
 */
export function closeCase(
  work: UnitOfWork,
  number: string,
  wanted: Pick<CloseCase, 'outcome' | 'answer'>,
  act: ProvenAct,
  limits: PayLimits | null,
): Promise<CaseActed> {
  return once(work, number, 'case.close', askedOf(wanted), act, async (row, rental) => {
    checkOutcome(row, wanted.outcome, act);
    return close(work, { row, rental }, wanted, { payer: payerOf(act, limits), key: act.key });
  });
}

/**
 * Closes the case of a dispute with the decision of the simulated operator, to whom no limit of payouts applies.
 *
 * @throws {DeskError} caseNotFound, also for an order without a dispute; and the errors of
 * `closeCase`.
 */
export async function closeDispute(
  work: UnitOfWork,
  order: string,
  outcome: CloseCase['outcome'],
  act: ProvenAct,
): Promise<CaseActed> {
  const filter = { kind: 'dispute', state: 'all', order, limit: 1 } as const;
  const [found] = await findCases(work.trx, filter, work.now);
  if (!found) throw new DeskError('caseNotFound', `There is no dispute about order ${order}.`);
  return closeCase(work, found.number, { outcome }, act, null);
}

/**
 * The details of a decision in the record of operators. They contain only a hash of the answer, because an answer may
 * name the rider.
 */
export function askedOf({ outcome, answer }: Pick<CloseCase, 'outcome' | 'answer'>) {
  return { outcome, ...(answer !== undefined && { answer: hashOf(answer) }) };
}

/** @throws {DeskError} outcomeNotPossible, roleMissing. */
export function checkOutcome(row: CaseRow, outcome: CloseCase['outcome'], act: Act): void {
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
}

/** Finance decides only about money. Support and administrators decide about everything. */
function mayDecide({ roles }: Act, { kind }: CaseRow, outcome: CloseCase['outcome']): boolean {
  const isSupport = roles.some((role) => role === 'administrator' || role === 'support');
  return isSupport || isForFinance(kind, outcome.kind);
}

/**
 * Performs the outcome of an open case, counts its amount against the limits of payouts, and closes the case. The
 * caller has locked the case, and its rental or top-up.
 *
 * @param by.key the key of the act, so that the rider gets one notification.
 */
export async function close(
  work: UnitOfWork,
  { row, rental }: { row: CaseRow; rental: RentalRow | null },
  { outcome, answer }: Pick<CloseCase, 'outcome' | 'answer'>,
  { payer, key }: { payer: Payer; key: string },
): Promise<CaseRow> {
  await lockPayouts(work, payer);
  const done = await perform(work, row, rental, outcome);
  await countPaid(work, { row, rental }, done, payer);
  const change: CaseChange = {
    close: { outcome: done, by: payer.who },
    ...(answer !== undefined && { answer }),
  };
  // `settleDispute` sends its own notification about the decision.
  const isSettled =
    row.kind === 'dispute' &&
    rental !== null &&
    (await settleDispute(work, rental, loweredBy(done), payer.who));
  if (!isSettled || answer !== undefined) {
    await notifyRider(work, row, answer ?? null, isSettled ? null : done, key);
  }
  return changeCase(work, row, change);
}

/**
 * Counts the amount that an outcome gives to the rider. This includes the amount by which the end of a rental lowers
 * the bill. If the outcome ends a freeze, the function checks the amount of the chargeback.
 */
async function countPaid(
  work: UnitOfWork,
  { row, rental }: { row: CaseRow; rental: RentalRow | null },
  { kind, amount, currency }: StoredOutcome,
  payer: Payer,
): Promise<void> {
  const subject = rental ? `order:${rental.number}` : `payment:${paymentOf(row) ?? row.number}`;
  if (amount !== undefined && currency !== undefined) {
    await countPayout(work, payer, { subject, currency, amount });
  }
  if (kind === 'endRental' && rental) {
    const ended = await lockRental(work, rental.id);
    const lowered = (await paidFor(work, rental)) - (ended.total ?? 0);
    await countPayout(work, payer, { subject, currency: rental.tariff.currency, amount: lowered });
  }
  const providerId = textIn(row, 'providerId');
  if (kind === 'resume' && textIn(row, 'chargeback') !== null && providerId !== null) {
    const charged = await chargebackAmount(work.trx, providerId);
    if (charged) checkRisk(payer, charged);
  }
}

/** The total of an order's bill before `endRental`; if there was no bill yet, the amount that the rider has paid. */
async function paidFor(work: UnitOfWork, { id, total }: RentalRow): Promise<number> {
  return total ?? netCaptured(await paymentsOf(work, id));
}

/** The refund or waiver of an outcome; null if the outcome has none. */
function loweredBy({ kind, amount }: StoredOutcome) {
  return (kind === 'refund' || kind === 'waive') && amount !== undefined ? { kind, amount } : null;
}
