import type { z } from 'zod';
import type { CaseList, CaseQuery, CaseShown } from '../../../contract/operators/desk.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import { findChargerState } from '../cabinets/chargers.ts';
import { findOrders } from '../orders/findOrders.ts';
import { disputeAbout } from '../orders/disputeQueries.ts';
import { rentalForEvidence } from '../rentalRecords/rentalQueries.ts';
import { caseOfNumber, findCases, reportOf } from '../support/caseQueries.ts';
import type { CaseRow } from '../support/cases.ts';
import { outcomesOf } from '../support/caseKinds.ts';
import { topUpOfPayment } from '../topUps/topUpQueries.ts';
import { chargerOf, paymentOf } from './caseFacts.ts';
import { DeskError } from './deskError.ts';
import { presentCase, presentCases } from './presentCase.ts';
import { timeLineOfCase } from './timeLine.ts';

/** @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list. */
export async function listCases(
  db: Db,
  { kind, state, overdue, assignee, order, cursor, limit }: z.output<typeof CaseQuery>,
  within: Reach | null,
  now: Date,
): Promise<CaseList> {
  const after = cursor === undefined ? undefined : readCursor('cases', cursor);
  const filter = { kind, state, isOverdue: overdue, assignee, order, within, after };
  const rows = await findCases(db, { ...filter, limit: limit + 1 }, now);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    cases: await presentCases(db, shown, now),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('cases', { at: last.created_at, id: last.id })
        : null,
  };
}

/** A case with its evidence. @throws {DeskError} caseNotFound. */
export async function showCase(db: Db, number: string, now: Date): Promise<CaseShown> {
  const row = await caseOfNumber(db, number);
  if (!row) throw caseNotFound(number);
  const rental =
    row.rental_id === null ? null : ((await rentalForEvidence(db, row.rental_id)) ?? null);
  const [order] = row.rental_id === null ? [] : await findOrders(db, [row.rental_id], now);
  const paymentId = paymentOf(row);
  const topUp = paymentId === null ? null : await topUpOfPayment(db, paymentId);
  const serial = chargerOf(row, rental);
  return {
    ...(await presentCase(db, row, now)),
    outcomes: [...outcomesOf(row.kind)],
    details: row.details,
    words: await wordsOf(db, row),
    orderNow: order
      ? { state: order.state, total: order.total, paid: order.paid, due: order.due }
      : null,
    topUpNow: topUp && presentTopUp(topUp),
    charger: serial === null ? null : { serial, state: await findChargerState(db, serial) },
    timeLine: await timeLineOfCase(db, row, now),
  };
}

export const caseNotFound = (number: string) =>
  new DeskError('caseNotFound', `There is no case ${number}.`);

async function wordsOf(db: Db, row: CaseRow): Promise<string | null> {
  if (row.kind === 'report') return (await reportOf(db, row.number))?.note ?? null;
  if (row.kind === 'dispute' && row.rental_id !== null) {
    return (await disputeAbout(db, row.rental_id))?.note ?? null;
  }
  return null;
}

function presentTopUp({
  state,
  captured,
  refunded,
  left,
  currency,
}: NonNullable<Awaited<ReturnType<typeof topUpOfPayment>>>): CaseShown['topUpNow'] {
  const money = (amount: number) => ({ amount, currency });
  return { state, paid: money(captured), refunded: money(refunded), left: money(left) };
}
