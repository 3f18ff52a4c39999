import { billRental, type Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { notifyAll } from '../notifications/notify.ts';
import { paymentsOf } from '../payments/moves.ts';
import { setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { deadlineStart } from '../rentalRecords/deadlines.ts';
import { aboutRental, money } from './notifyRider.ts';
import { warnBeforeMs } from './rentalLimits.ts';

interface Warning {
  kind: 'depositSoon' | 'lostSoon';
  at: Date;
  dueAt: Date;
}

/**
 * The warnings of a rental, the earliest first. The deadlines of the rental count from `startedAt`.
 */
function warningsOf(tariff: Tariff, startedAt: Date): Warning[] {
  const { deposit, depositCaptureMinutes, lostMinutes } = tariff;
  const warning = (kind: Warning['kind'], minutes: number): Warning => {
    const dueAt = addMs(startedAt, minutes * 60_000);
    const before = Math.min(warnBeforeMs, (minutes * 60_000) / 2);
    return { kind, at: addMs(dueAt, -before), dueAt };
  };
  const isTaken = deposit > 0 && depositCaptureMinutes < lostMinutes;
  return [
    ...(isTaken ? [warning('depositSoon', depositCaptureMinutes)] : []),
    warning('lostSoon', lostMinutes),
  ];
}

/**
 * The time of the next warning after `now`. If `now` is null, the time of the first warning of the
 * rental. The result is null if no warning follows.
 */
export function nextWarning(tariff: Tariff, startedAt: Date, now: Date | null): Date | null {
  const left = warningsOf(tariff, startedAt).find(({ at }) => now === null || at > now);
  return left?.at ?? null;
}

/**
 * Warns the rider of a locked rental whose `warn_at` is due. Skips a warning whose event is already due, for example
 * after a long stop of the server, because the event has its own notification.
 */
export async function warnRider(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const { tariff, started_at, claimed_at, state } = rental;
  // A claim stops the clock, so nothing is due while the claim is open.
  const isOut = !claimed_at && (state === 'charging' || state === 'overdue');
  const startedAt = started_at && deadlineStart(rental);
  if (isOut && startedAt) {
    const { now } = work;
    const costs = { depositSoon: await heldOnCard(work, rental.id), lostSoon: lostTotal(tariff) };
    const due = warningsOf(tariff, startedAt).filter(({ at, dueAt }) => at <= now && now < dueAt);
    await notifyAll(
      work,
      due.map(({ kind, dueAt }) => ({
        ...aboutRental(rental),
        stationId: rental.station_id,
        kind,
        details: { dueAt: dueAt.toISOString(), amount: money(rental, costs[kind]) },
      })),
    );
  }
  const next = isOut && startedAt ? nextWarning(tariff, startedAt, work.now) : null;
  await setRental(work, rental.id, { warn_at: next });
}

/** The amount, in minor units, that the server captures when the deposit is due. */
async function heldOnCard(work: UnitOfWork, rentalId: string): Promise<number> {
  const payments = await paymentsOf(work, rentalId);
  return payments
    .filter(({ source, state }) => source === 'provider' && state === 'authorized')
    .reduce((sum, { amount }) => sum + amount, 0);
}

function lostTotal(tariff: Tariff): number {
  const times = { startedAt: 0, until: tariff.lostMinutes * 60_000, sameStation: false };
  return billRental(tariff, times).total;
}
