import type { CaseSummary } from '../../../contract/operators/desk.ts';
import type { Db, Trx } from '../../db/database.ts';
import { waitingActs } from '../approvals/approvals.ts';
import { riderNumbers } from '../auth/userQueries.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import type { CaseRow } from '../support/cases.ts';
import { topUpsOfPayments } from '../topUps/topUpQueries.ts';
import { paymentOf } from './caseFacts.ts';

/** Converts cases to the contract, with the numbers of their orders, top-ups and riders. */
export async function presentCases(
  db: Db | Trx,
  rows: readonly CaseRow[],
  now: Date,
): Promise<CaseSummary[]> {
  const orderIds = rows.flatMap(({ rental_id }) => rental_id ?? []);
  const riderIds = rows.flatMap(({ user_id }) => user_id ?? []);
  const orders = orderIds.length
    ? await orderNumbers(db).where('id', 'in', orderIds).execute()
    : [];
  const riders = riderIds.length
    ? await riderNumbers(db).where('id', 'in', riderIds).execute()
    : [];
  const topUps = await topUpsOfPayments(
    db,
    rows.flatMap((row) => paymentOf(row) ?? []),
  );
  const open = rows.filter(({ state }) => state !== 'closed').map(({ number }) => number);
  const waiting = open.length ? await waitingActs(db, 'case.close', open, now) : [];
  return rows.map((row): CaseSummary => {
    const approval = waiting.find(({ subject }) => subject === row.number);
    const rider = riders.find(({ id }) => id === row.user_id);
    return {
      number: row.number,
      kind: row.kind,
      state: row.state,
      waitsFor: row.waits_for,
      overdue: row.state !== 'closed' && row.due_at < now,
      openedAt: row.created_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      assignee: row.assignee,
      order: orders.find(({ id }) => id === row.rental_id)?.number ?? null,
      topUp: topUps.find(({ paymentId }) => paymentId === paymentOf(row))?.number ?? null,
      station: row.station_id,
      rider: rider ? { number: rider.number, language: rider.language } : null,
      answer: row.answer,
      answeredAt: row.answered_at?.toISOString() ?? null,
      outcome: row.outcome,
      approval: approval
        ? {
            id: approval.id,
            requestedBy: approval.requested_by,
            expiresAt: approval.expires_at.toISOString(),
          }
        : null,
      closedAt: row.closed_at?.toISOString() ?? null,
      closedBy: row.closed_by,
    };
  });
}

export async function presentCase(db: Db | Trx, row: CaseRow, now: Date): Promise<CaseSummary> {
  const [shown] = await presentCases(db, [row], now);
  if (!shown) throw new Error('one case gives one summary');
  return shown;
}
