import { randomUUID } from 'node:crypto';
import type { ChargebackReport } from '../../providers/payments/provider.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { book } from '../ledger/ledger.ts';
import { followHint } from '../payments/hints.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { announce } from '../webhooks/announce.ts';
import { openChargebackCase, type ChargebackRow } from './chargebackCases.ts';
import { planEvidence } from './planEvidence.ts';
import { followReport, isFinal, newRecord } from './machine.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Stores the provider's report about a chargeback with its bookings, and plans the next actions. Returns false and
 * changes nothing if the stored report was read later than this report.
 *
 * @param readAt the time at which the call to the provider began.
 */
export async function applyReport(
  work: UnitOfWork,
  payment: PaymentRow,
  provider: string,
  report: ChargebackReport,
  readAt: Date,
): Promise<boolean> {
  const { row, isNew } = await lockChargeback(work, payment, provider, report, readAt);
  if (row.read_at > readAt) return false;
  const { record, bookings, needsPerson } = followReport(row, row, report);
  for (const booking of bookings) await book(work, { ...booking, rentalId: row.rental_id });
  const isMoved = record.state !== row.state;
  const stored = await work.trx
    .updateTable('chargebacks')
    .set({
      ...record,
      movements: JSON.stringify(record.movements),
      reason: report.reason,
      due_by: report.dueBy,
      read_at: readAt,
      ...((isMoved || bookings.length > 0) && { changed_at: work.now }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isNew) await openChargebackCase(work, stored, 'chargeback', stored.id);
  // After a loss, the account stays frozen until support decides, so support gets a case.
  if (isMoved && stored.state === 'lost') {
    await openChargebackCase(work, stored, 'chargeback', `${stored.id}:lost`);
  }
  if (needsPerson) {
    const change = `${stored.id}:${row.state}:${report.stage}`;
    await openChargebackCase(work, stored, 'chargebackChanged', change);
  }
  await planEvidence(work, stored, report.stage);
  if (!isFinal(stored.state)) await readAgain(work, stored);
  return true;
}

/**
 * Enqueues a job that reads the chargeback again after a day, because the webhook about a change
 * may be lost.
 */
async function readAgain(work: UnitOfWork, { provider_id }: ChargebackRow): Promise<void> {
  const runAt = addMs(work.now, dayMs);
  const event = runAt.toISOString().slice(0, 10);
  await followHint(work, 'chargeback', { id: provider_id, event, runAt });
}

async function lockChargeback(
  work: UnitOfWork,
  payment: PaymentRow,
  provider: string,
  report: ChargebackReport,
  readAt: Date,
): Promise<{ row: ChargebackRow; isNew: boolean }> {
  const made = await work.trx
    .insertInto('chargebacks')
    .values({
      id: randomUUID(),
      provider,
      provider_id: report.chargeback,
      payment_id: payment.id,
      user_id: payment.user_id,
      rental_id: payment.rental_id,
      state: newRecord.state,
      reason: report.reason,
      currency: report.currency,
      amount: report.amount,
      created_at: work.now,
      changed_at: work.now,
      read_at: readAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await announce(work, 'payment.disputed', {
      payment: payment.id,
      order: payment.rental_id,
      chargeback: report.chargeback,
      reason: report.reason,
      currency: report.currency,
      amount: report.amount,
    });
  }
  const row = await work.trx
    .selectFrom('chargebacks')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', report.chargeback)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, isNew: made !== undefined };
}
