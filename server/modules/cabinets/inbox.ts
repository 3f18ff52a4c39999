import type { CabinetEvent } from '../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';

/** The position of an event among its cabinet's events. */
export interface Arrival {
  /** Processed before: it is a duplicate. */
  readonly duplicate: boolean;
  /** A later event was processed already, so this one does not describe the current state. */
  readonly overtaken: boolean;
  /** All events that the cabinet recorded before it were processed, too. */
  readonly complete: boolean;
  /**
   * All events of this boot up to this `seq` are stored. They may be acknowledged once the
   * transaction is committed. Null if there are none yet.
   */
  readonly upTo: number | null;
  /** Lower bound for the time of the events after `upTo`. Null before the first event. */
  readonly notBefore: Date | null;
}

/**
 * Records an event as processed, in the transaction with its effects. The caller has locked the
 * station's row, so that its events are processed one at a time.
 *
 * @param happenedAfter lower bound for the time of this event: the last contact before it arrived.
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
  // A cabinet deletes only acknowledged events; a boot begins at 0 or 1.
  const floor = oldest === undefined ? Math.min(seq - 1, 0) : oldest - 1;
  const position = { seq: Math.max(found?.seq ?? -1, floor), highest: found?.highest ?? -1 };
  const answered = position.seq > 0 || seq === 0 ? Math.max(position.seq, 0) : null;
  const duplicate = { ...alreadyProcessed, upTo: answered, notBefore };
  // Event 1 may arrive before event 0. The inbox position is then 1 already, so event 0 gets a
  // separate row.
  if (seq > 0 && seq <= position.seq && (found?.seq ?? -1) >= seq) return duplicate;
  const overtaken = seq < position.highest;

  const early = seq > position.seq + 1;
  if (seq === 0 || early || position.highest > position.seq) {
    const kept = await storeEarlyEvent(work, stationId, bootId, seq);
    if (!kept.isNew) {
      if (!early || oldest !== undefined || !(await areLost(work, stationId, bootId, kept))) {
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
 * Raises the lower bound for the time of later events of this boot. This event answers a command
 * that was sent at `orderedAt`, so it and all later events happened after that time.
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

/** A duplicate that arrives this much later was resent by the cabinet, not by the broker. */
const resentAfterMs = 5000;

/**
 * After the first resend the missing events get this time. Another process may have received them, and
 * retries for up to 10 seconds while the database does not answer.
 */
const missingWaitMs = 30_000;

/** The server waits for missing events until this many later events have arrived. */
const longestWait = 500;

const alreadyProcessed = { duplicate: true, overtaken: true, complete: false } as const;

interface EarlyEvent {
  readonly isNew: boolean;
  readonly seq: number;
  readonly received_at: Date;
  /** When the cabinet resent it for the first time. */
  readonly resent_at: Date | null;
}

/** Stores an event that arrived before its predecessors. */
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
 * Whether the missing events before this duplicate are lost. A cabinet resends all events that it stores,
 * oldest first. If two resends do not contain the missing events, the cabinet no longer stores them. One
 * resend is not enough: another process may have received the missing events and may still process them.
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
 * The highest `seq` without a gap before it, now that `seq` is stored. Deletes the rows up to it.
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
