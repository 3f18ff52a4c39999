import type { CaseActed } from '../../../contract/operators/desk.ts';
import type { CaseWaitsFor } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { lockRentalOfNumber } from '../rentalRecords/rentals.ts';
import { caseOfKey } from '../support/caseQueries.ts';
import { changeCase, openCase } from '../support/cases.ts';
import { lockTopUpOfNumber } from '../topUps/refundTopUp.ts';
import { caseNow, hashOf, once, notifyRider } from './actOnCase.ts';
import { DeskError } from './deskError.ts';
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

/**
 * Stores for whom a case waits; null means that the case is open again.
 *
 * @throws {DeskError} the errors of `assignCase`.
 */
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

/**
 * Answers the rider. A later answer replaces an earlier answer.
 *
 * @throws {DeskError} the errors of `assignCase`, and outcomeNotPossible for a case without a
 * rider.
 */
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
      await notifyRider(work, row, answer, null, act.key);
      return changeCase(work, row, { answer, waitsFor });
    },
  );
}

/**
 * Opens a case of an operator about an order, such as an order about which the rider has not complained.
 *
 * @throws {DeskError} orderNotFound, keyReused.
 */
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

/** Opens a case of an operator, once for each key. The caller has locked the order or the top-up of the case. */
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
      const answer = { case: await presentCase(work.trx, opened, work.now), approval: null };
      return { answer, subject: opened.number };
    },
    again: async ({ subject }) => ({ case: await caseNow(work, subject), approval: null }),
  });
}
