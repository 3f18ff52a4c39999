import type { CabinetEvent } from '../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';

/** What the server knows about an event's order among the events of its boot. */
export interface Arrival {
  /** Whether the event is a duplicate of a processed event. */
  readonly duplicate: boolean;
  /** Whether a later event was already processed. If so, this event does not describe the current state. */
  readonly overtaken: boolean;
  /** Whether all events that the cabinet recorded before this event are processed. */
  readonly complete: boolean;
  /**
   * The server may acknowledge the events of this boot up to this `seq` after the commit, because all of them are
   * processed or given up. Null if there are none.
   */
  readonly upTo: number | null;
  /** The earliest possible time of the events after `upTo`. It is null before the first event. */
  readonly notBefore: Date | null;
}

/**
 * Records an event as processed, in the transaction with the event's effects. The caller has locked the
 * station's row, so that the events of the station are processed one after the other.
 *
 * @param happenedAfter the earliest possible time of this event: the last contact before its arrival.
 */
export async function recordEvent(
  work: UnitOfWork,
  stationId: string,
  event: Pick<CabinetEvent, 'bootId' | 'seq' | 'oldest'>,
  happenedAfter: Date = work.now,
): Promise<Arrival> {
  const { bootId, seq, oldest } = event;
  const found = await work.trx
    .selectFrom('inbox_marks')
    .select(['seq', 'highest', 'told_at'])
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .executeTakeFirst();
  const notBefore = found?.told_at ?? null;
  // A cabinet deletes an event only after the acknowledgement. So if the cabinet no longer stores
  // the events before `oldest`, the server has acknowledged them. The first event of a boot has the
  // number 0 or 1.
  const floor = oldest === undefined ? Math.min(seq - 1, 0) : oldest - 1;
  const position = { seq: Math.max(found?.seq ?? -1, floor), highest: found?.highest ?? -1 };
  const answered = position.seq > 0 || seq === 0 ? Math.max(position.seq, 0) : null;
  const duplicate = { ...alreadyProcessed, upTo: answered, notBefore };
  // If event 1 arrives before event 0, it raises the inbox position to 1. So the position does not show whether event 0
  // was processed, and event 0 always gets its own row.
  if (seq > 0 && seq <= position.seq && (found?.seq ?? -1) >= seq) return duplicate;
  const overtaken = seq < position.highest;

  const early = seq > position.seq + 1;
  if (seq === 0 || early || position.highest > position.seq) {
    const storedEvent = await storeEarlyEvent(work, stationId, bootId, seq);
    if (!storedEvent.isNew) {
      if (
        !early ||
        oldest !== undefined ||
        !(await areLost(work, stationId, bootId, storedEvent))
      ) {
        return duplicate;
      }
      position.seq = seq - 1;
      return { ...duplicate, upTo: await savePosition() };
    }
  }
  const upTo = await savePosition();
  const complete = upTo >= seq;
  return {
    duplicate: false,
    overtaken,
    complete,
    notBefore,
    upTo: complete ? upTo : answered,
  };

  async function savePosition(): Promise<number> {
    const end = await contiguousFrom(work, stationId, bootId, position, seq);
    const next = {
      seq: end,
      highest: Math.max(position.highest, seq),
      told_at: end > (found?.seq ?? -1) ? laterOf(notBefore, happenedAfter) : notBefore,
    };
    await work.trx
      .insertInto('inbox_marks')
      .values({ station_id: stationId, boot_id: bootId, ...next })
      .onConflict((conflict) => conflict.columns(['station_id', 'boot_id']).doUpdateSet(next))
      .execute();
    return end;
  }
}

/**
 * Raises the earliest possible time of later events of this boot. The caller's event answers a command that was sent at
 * `orderedAt`, so this event and all later ones happened after `orderedAt`.
 */
export async function noteAnswered(
  work: UnitOfWork,
  stationId: string,
  { bootId }: Pick<CabinetEvent, 'bootId'>,
  orderedAt: Date,
): Promise<void> {
  await work.trx
    .updateTable('inbox_marks')
    .set({ told_at: orderedAt })
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where((or) => or.or([or('told_at', 'is', null), or('told_at', '<', orderedAt)]))
    .execute();
}

function laterOf(known: Date | null, time: Date): Date {
  return known !== null && known > time ? known : time;
}

/**
 * If a duplicate arrives at least this long after the event, the cabinet has sent the event again.
 * A duplicate that only the broker delivers again arrives sooner.
 */
const resentAfterMs = 5000;

/**
 * After the cabinet first sends an event again, the server waits this long for the missing events before it. Another
 * process may have received the missing events. While the database does not respond, that process retries for up to 10
 * seconds.
 */
const missingWaitMs = 30_000;

/** The number of later events after which the server stops waiting for missing events. */
const longestWait = 500;

const alreadyProcessed = { duplicate: true, overtaken: true, complete: false } as const;

interface EarlyEvent {
  readonly isNew: boolean;
  readonly seq: number;
  readonly received_at: Date;
  /** The time at which the cabinet sent the event again for the first time. */
  readonly resent_at: Date | null;
}

/**
 * Stores the arrival of an event while earlier events of its boot are missing, or while later events of its boot have
 * already arrived. Also stores the arrival of each event 0.
 */
async function storeEarlyEvent(
  work: UnitOfWork,
  stationId: string,
  bootId: string,
  seq: number,
): Promise<EarlyEvent> {
  const inserted = await work.trx
    .insertInto('inbox')
    .values({ station_id: stationId, boot_id: bootId, seq, received_at: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['seq', 'received_at', 'resent_at'])
    .executeTakeFirst();
  if (inserted) return { ...inserted, isNew: true };
  const stored = await work.trx
    .selectFrom('inbox')
    .select(['seq', 'received_at', 'resent_at'])
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return { ...stored, isNew: false };
}

/**
 * Whether the missing events before this duplicate are lost. Until the server acknowledges its events, a cabinet sends
 * them again and again, the oldest first. If the cabinet sends this event again two times, the second time at least
 * `missingWaitMs` after the first, and both times without the missing events, the cabinet has lost the missing events.
 * One time is not enough, because another process may have received the missing events and may still process them.
 */
async function areLost(
  work: UnitOfWork,
  stationId: string,
  bootId: string,
  { seq, received_at, resent_at }: EarlyEvent,
): Promise<boolean> {
  if (resent_at) return resent_at <= addMs(work.now, -missingWaitMs);
  if (received_at > addMs(work.now, -resentAfterMs)) return false;
  await work.trx
    .updateTable('inbox')
    .set({ resent_at: work.now })
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '=', seq)
    .execute();
  return false;
}

/**
 * The highest `seq` without a gap before it, including the event `seq` that was just stored. If more than `longestWait`
 * later events wait, the first gap counts as closed. Deletes the rows up to this number, except the row of event 0.
 */
async function contiguousFrom(
  work: UnitOfWork,
  stationId: string,
  bootId: string,
  position: { seq: number; highest: number },
  seq: number,
): Promise<number> {
  if (seq === position.seq + 1 && position.highest <= position.seq) return seq;
  const early = await work.trx
    .selectFrom('inbox')
    .select('seq')
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '>', position.seq)
    .orderBy('seq')
    .execute();
  const isGivenUp = early.length > longestWait;
  let upTo = isGivenUp ? (early[0]?.seq ?? position.seq) : position.seq;
  for (const row of early) if (row.seq === upTo + 1) upTo = row.seq;
  await work.trx
    .deleteFrom('inbox')
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '>', 0)
    .where('seq', '<=', upTo)
    .execute();
  return upTo;
}
