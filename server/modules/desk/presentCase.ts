import type { CaseSummary } from '../../../contract/operators/desk.ts';
import type { Db, Trx } from '../../db/database.ts';
import { waitingActs } from '../approvals/approvals.ts';
import { namedCases, type NamedCase } from '../support/caseQueries.ts';
import type { CaseRow } from '../support/cases.ts';
import { topUpsOfPayments } from '../topUps/topUpQueries.ts';
import { paymentOf } from './caseFacts.ts';

/**
 * Converts cases to the contract. Adds to each case the number of the top-up that the case is
 * about, and the outcome that waits for an approval.
 */
export async function presentCases(
  db: Db | Trx,
  rows: readonly NamedCase[],
  now: Date,
): Promise<CaseSummary[]> {
  const topUps = await topUpsOfPayments(
    db,
    rows.flatMap((row) => paymentOf(row) ?? []),
  );
  const open = rows.filter(({ state }) => state !== 'closed').map(({ number }) => number);
  const waiting = open.length ? await waitingActs(db, 'case.close', open, now) : [];
  return rows.map((row): CaseSummary => {
    const approval = waiting.find(({ subject }) => subject === row.number);
    return {
      number: row.number,
      kind: row.kind,
      state: row.state,
      waitsFor: row.waits_for,
      overdue: row.state !== 'closed' && row.due_at < now,
      openedAt: row.created_at.toISOString(),
      dueAt: row.due_at.toISOString(),
      assignee: row.assignee,
      order: row.order_number,
      topUp: topUps.find(({ paymentId }) => paymentId === paymentOf(row))?.number ?? null,
      station: row.station_id,
      rider:
        row.rider_number === null || row.language === null
          ? null
          : { number: row.rider_number, language: row.language },
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

export async function presentCase(
  db: Db | Trx,
  { id }: Pick<CaseRow, 'id'>,
  now: Date,
): Promise<CaseSummary> {
  const rows = await namedCases(db).where('case.id', '=', id).execute();
  const [shown] = await presentCases(db, rows, now);
  if (!shown) throw new Error('one case gives one summary');
  return shown;
}
