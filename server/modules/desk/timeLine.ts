import type { TimeLineEntry } from '../../../contract/operators/desk.ts';
import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { operatorActionsOn } from '../audit/operatorActions.ts';
import { cabinetEventsAround } from '../cabinets/cabinetEvents.ts';
import { notificationsAbout } from '../notifications/listNotifications.ts';
import { disputeAbout } from '../orders/disputeQueries.ts';
import { ejectLifeMs } from '../rental/rentalLimits.ts';
import { moneyCallsAbout, paymentSteps, paymentsForEvidence } from '../payments/paymentQueries.ts';
import { rentalForEvidence } from '../rentalRecords/rentalQueries.ts';
import type { CaseRow } from '../support/cases.ts';
import { casesAbout } from '../support/caseQueries.ts';
import { chargerOf, textIn } from './caseFacts.ts';

/**
 * In the time line of a rental, the cabinet's events begin this long before the rental. In the time line of a case
 * without a rental, the events end this long after the case was closed.
 */
const aroundMs = 24 * 60 * 60_000;
const monthMs = 30 * aroundMs;

type Entry = Omit<TimeLineEntry, 'at' | 'cabinetAt'> & { at: Date; cabinetAt?: Date | null };

/** The subject of a time line, and the period of the cabinet's events in it. */
interface Subject {
  rental: Rental | null;
  stationId: string | null;
  charger: string | null;
  /** The case of the time line; null for the time line of an order. */
  caseId: string | null;
  /** The id of the payment in the details of the case; null if there is none. */
  paymentId: string | null;
  /**
   * The numbers and ids under which the record of operators stores acts about the subject, except the numbers of other
   * cases.
   */
  names: readonly string[];
  /** The time line contains the cabinet's events from `from` until `until`. */
  from: Date;
  until: Date;
}

/** The time line of a case, the oldest entry first. */
export async function timeLineOfCase(db: Db, row: CaseRow, now: Date): Promise<TimeLineEntry[]> {
  const rental =
    row.rental_id === null ? null : ((await rentalForEvidence(db, row.rental_id)) ?? null);
  const chargeback = textIn(row, 'providerId');
  return timeLineOf(db, {
    rental,
    stationId: row.station_id,
    charger: chargerOf(row, rental),
    caseId: row.id,
    paymentId: textIn(row, 'paymentId'),
    names: [row.number, ...(chargeback === null ? [] : [chargeback])],
    ...(rental
      ? periodOf(rental, now)
      : { from: addMs(row.created_at, -monthMs), until: addMs(row.closed_at ?? now, aroundMs) }),
  });
}

/** The time line of an order, the oldest entry first. */
export function timeLineOfOrder(db: Db, rental: Rental, now: Date): Promise<TimeLineEntry[]> {
  return timeLineOf(db, {
    rental,
    stationId: rental.station_id,
    charger: rental.charger,
    caseId: null,
    paymentId: null,
    names: [rental.number],
    ...periodOf(rental, now),
  });
}

const periodOf = ({ created_at, returned_at }: Rental, now: Date) => ({
  from: addMs(created_at, -aroundMs),
  until: addMs(returned_at ?? now, monthMs),
});

/**
 * The stored facts about the subject, in one list: the rider's calls, the payments with the ids of the
 * provider, the commands and events of the cabinet, the messages to the rider, the cases, and the acts of operators.
 */
async function timeLineOf(db: Db, subject: Subject): Promise<TimeLineEntry[]> {
  const { rental, stationId, charger, caseId, paymentId, names, from, until } = subject;
  const rentalId = rental?.id ?? null;
  const [payments, events, cases] = await Promise.all([
    paymentsForEvidence(db, { rentalId, paymentId }),
    // If there are too many events, the first events of a rental matter most, because the pick-up
    // and the return are near the start of the period. For a case without a rental, the last events
    // matter most, because the case is at the end of the period.
    cabinetEventsAround(db, { charger, stationId, from, until, keep: rental ? 'first' : 'last' }),
    // The time line of a case contains the other cases about its charger. The time line of an order does not, because
    // those cases may be of other riders.
    casesAbout(db, { id: caseId, rentalId, charger: caseId === null ? null : charger }),
  ]);
  const subjects = [...names, ...cases.map(({ number }) => number)];
  const entries: Entry[] = [
    ...(await paymentEntries(db, payments)),
    ...events.map((event): Entry => ({
      at: event.at ?? event.received_at,
      cabinetAt: event.cabinet_at,
      by: 'cabinet',
      what: event.type,
      facts: {
        station: event.station_id,
        boot: event.boot_id,
        event: event.seq,
        slot: event.slot,
        charger: event.charger,
        ...(event.command !== null && { command: event.command }),
        ...(event.reason !== null && { reason: event.reason }),
        receivedAt: event.received_at.toISOString(),
      },
    })),
    ...cases.flatMap(({ number, kind, created_at, closed_at, closed_by, outcome }): Entry[] => [
      { at: created_at, by: 'case', what: 'opened', facts: { number, kind } },
      ...(closed_at
        ? [
            {
              at: closed_at,
              by: 'case',
              what: 'closed',
              facts: { number, closed_by, outcome },
            } as const,
          ]
        : []),
    ]),
    ...(await operatorActionsOn(db, [...new Set(subjects)])).map(
      ({ at, who, action, why, before, after }): Entry => ({
        at,
        by: 'operator',
        what: action,
        facts: { who, why, before, after },
      }),
    ),
  ];
  if (rental) entries.push(...(await rentalEntries(db, rental)));
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, cabinetAt, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      ...(cabinetAt && { cabinetAt: cabinetAt.toISOString() }),
    }));
}

async function paymentEntries(
  db: Db,
  payments: Awaited<ReturnType<typeof paymentsForEvidence>>,
): Promise<Entry[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ id }) => id);
  const steps = await paymentSteps(db).where('payment_id', 'in', ids).orderBy('id').execute();
  const asked = payments.map((payment): Entry => ({
    at: payment.created_at,
    by: 'payment',
    what: 'requested',
    facts: {
      payment: payment.id,
      provider: payment.provider_authorization,
      purpose: payment.purpose,
      source: payment.source,
      state: payment.state,
      currency: payment.currency,
      amount: payment.amount,
      captured: payment.captured,
      refunded: payment.refunded,
      ...(payment.decline_reason !== null && { declined: payment.decline_reason }),
    },
  }));
  const done = steps.flatMap(({ payment_id, step, amount, at, failed_at }): Entry[] => {
    const facts = {
      payment: payment_id,
      provider: payments.find(({ id }) => id === payment_id)?.provider_authorization ?? null,
      amount,
    };
    return [
      { at, by: 'payment', what: step, facts },
      // Only a refund can fail after the provider has accepted it.
      ...(failed_at
        ? [{ at: failed_at, by: 'payment', what: 'refundFailed', facts } as const]
        : []),
    ];
  });
  return [...asked, ...done];
}

type Rental = NonNullable<Awaited<ReturnType<typeof rentalForEvidence>>>;

async function rentalEntries(db: Db, rental: Rental): Promise<Entry[]> {
  const [calls, messages, dispute] = await Promise.all([
    moneyCallsAbout(db, rental.id),
    notificationsAbout(db, rental.id),
    disputeAbout(db, rental.id),
  ]);
  const entries: Entry[] = [
    {
      at: rental.created_at,
      by: 'rider',
      what: 'ordered',
      facts: {
        order: rental.number,
        station: rental.station_id,
        slot: rental.slot,
        charger: rental.charger,
        tariff: rental.tariff.id,
      },
    },
    ...calls.map(({ action, declined, called_at }): Entry => ({
      at: called_at,
      by: 'rider',
      what: action,
      facts: { declined },
    })),
    ...messages.map(({ kind, created_at }): Entry => ({
      at: created_at,
      by: 'message',
      what: kind,
      facts: {},
    })),
  ];
  if (rental.eject_expires_at) {
    entries.push({
      at: addMs(rental.eject_expires_at, -ejectLifeMs),
      by: 'server',
      what: 'ejectCommand',
      facts: {
        command: rental.eject_command,
        slot: rental.slot,
        charger: rental.charger,
        expiresAt: rental.eject_expires_at.toISOString(),
      },
    });
  }
  if (rental.started_at) {
    entries.push({ at: rental.started_at, by: 'server', what: 'rentalBegan', facts: {} });
  }
  for (const { stationId, startedAt, endsAt } of rental.pauses) {
    const facts = { station: stationId, until: endsAt };
    entries.push({ at: new Date(startedAt), by: 'rider', what: 'clockPaused', facts });
  }
  if (rental.returned_at) {
    entries.push({
      at: rental.returned_at,
      by: 'server',
      what: 'rentalEnded',
      facts: {
        station: rental.return_station_id,
        slot: rental.return_slot,
        event: rental.return_seq,
        total: rental.total,
      },
    });
  }
  if (dispute) {
    entries.push({
      at: dispute.opened_at,
      by: 'rider',
      what: 'disputed',
      facts: { reason: dispute.reason },
    });
  }
  return entries;
}
