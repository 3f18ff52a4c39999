import { sql } from 'kysely';
import type { CabinetEvent } from '../../../contract/cabinet/messages.ts';
import type { Db } from '../../db/database.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import type { Report } from './contact.ts';

/** How long events are kept. A chargeback may come this long after a rental, and its evidence needs the events. */
const cabinetEventsKeptMs = 540 * 24 * 60 * 60_000;

/**
 * Stores an event about a charger or a fault, so that support can see it later. An inventory is
 * stored only if the caller passes `shown`.
 *
 * @param shown what an inventory shows about a charger whose return the cabinet did not report.
 */
export async function storeCabinetEvent(
  work: UnitOfWork,
  { event, station, at }: Report,
  shown: { charger: string; slot: number | null } | null = null,
): Promise<void> {
  const facts = shown ?? factsOf(event);
  if (!facts) return;
  await work.trx
    .insertInto('cabinet_events')
    .values({
      station_id: station.id,
      boot_id: event.bootId,
      seq: event.seq,
      type: event.type,
      ...facts,
      cabinet_at: event.at === null ? null : new Date(event.at),
      at,
      received_at: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function factsOf(event: CabinetEvent) {
  switch (event.type) {
    case 'ejected':
      return { charger: event.charger, slot: event.slot, command: event.command };
    case 'ejectFailed': {
      const { charger, slot, command, reason } = event;
      return { charger, slot, command, reason };
    }
    case 'returned':
      return { charger: event.charger, slot: event.slot };
    case 'returnRejected':
      return { charger: event.charger, slot: event.slot, reason: event.reason };
    case 'fault':
      return { slot: event.slot, reason: event.code };
    case 'inventory':
    case 'heartbeat':
    case 'parameterSet':
    case 'parameterFailed':
      return null;
  }
}

interface Around {
  charger: string | null;
  stationId: string | null;
  from: Date;
  until: Date;
  /** Which events to return if there are more than 500. */
  keep: 'first' | 'last';
}

/**
 * Returns at most 500 stored events of a period, in the order in which they arrived. If `charger` is set, these are the
 * events about this charger, and the events of the station that are about no charger. Otherwise, these are all events of
 * the station.
 */
export async function cabinetEventsAround(
  db: Db,
  { charger, stationId, from, until, keep }: Around,
) {
  const found = await db
    .selectFrom('cabinet_events')
    .selectAll()
    .where((of) =>
      charger === null
        ? of('station_id', '=', stationId ?? '')
        : of.or([
            of('charger', '=', charger),
            of.and([of('charger', 'is', null), of('station_id', '=', stationId ?? '')]),
          ]),
    )
    .where('received_at', '>=', from)
    .where('received_at', '<=', until)
    .orderBy('id', keep === 'first' ? 'asc' : 'desc')
    .limit(500)
    .execute();
  return keep === 'first' ? found : found.toReversed();
}

/**
 * The stored event of a boot with this `seq` about this charger; null if the event is not stored, for example because
 * an earlier version of the server received it.
 */
export async function cabinetEventOf(
  db: Db,
  {
    stationId,
    bootId,
    seq,
    charger,
  }: { stationId: string; bootId: string; seq: number; charger: string },
) {
  const found = await db
    .selectFrom('cabinet_events')
    .selectAll()
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '=', seq)
    .where('charger', '=', charger)
    .executeTakeFirst();
  return found ?? null;
}

export async function dropOldCabinetEvents(db: Db, now: Date): Promise<void> {
  await sql`delete from cabinet_events where received_at < ${addMs(now, -cabinetEventsKeptMs)}`.execute(
    db,
  );
}
