import type { CabinetEvent } from '../../gateway/messages.ts';
import { later, type Work } from '../../work.ts';

/** Where an event stands among those of its cabinet. */
export interface Arrival {
  /** Taken in before: nothing of it is new. */
  readonly duplicate: boolean;
  /** Something that happened later was taken in already, so it says nothing of the present. */
  readonly overtaken: boolean;
  /** Everything that the cabinet had recorded before it was taken in too. */
  readonly complete: boolean;
  /**
   * Everything of this boot up to this `seq` is taken in, and may be acknowledged once the
   * transaction is committed. Null while nothing may be.
   */
  readonly upTo: number | null;
  /** What comes after that unbroken run happened after this time; null before the first event. */
  readonly toldAt: Date | null;
}

/**
 * Notes an event as taken in, in the transaction that does what follows from it. The station's row
 * is locked by the caller, so that one event of it is worked off at a time.
 *
 * @param happenedAfter the last contact before which it was not told.
 */
export async function takeIn(
  work: Work,
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
  const toldAt = found?.told_at ?? null;
  // What a cabinet no longer keeps was acknowledged; a boot begins at 0 or 1.
  const floor = oldest === undefined ? Math.min(seq - 1, 0) : oldest - 1;
  const mark = { seq: Math.max(found?.seq ?? -1, floor), highest: found?.highest ?? -1 };
  const answered = mark.seq > 0 || seq === 0 ? Math.max(mark.seq, 0) : null;
  const duplicate = { ...seen, upTo: answered, toldAt };
  // Two processes may take in events 1 and 0 in this order: the mark alone does not tell about 0.
  if (seq > 0 && seq <= mark.seq && (found?.seq ?? -1) >= seq) return duplicate;
  const overtaken = seq < mark.highest;

  const early = seq > mark.seq + 1;
  if (seq === 0 || early || mark.highest > mark.seq) {
    const kept = await keep(work, stationId, bootId, seq);
    const isGone = early && oldest === undefined && kept.since <= later(work.now, -resentAfterMs);
    if (!kept.isNew && !isGone) return duplicate;
    if (!kept.isNew) {
      // Sent again in order, from the oldest event that is kept: what is missing before it is gone.
      mark.seq = seq - 1;
      return { ...duplicate, upTo: await advanceMark() };
    }
  }
  const upTo = await advanceMark();
  const complete = upTo >= seq;
  return { duplicate: false, overtaken, complete, toldAt, upTo: complete ? upTo : answered };

  async function advanceMark(): Promise<number> {
    const end = await contiguousFrom(work, stationId, bootId, mark, seq);
    const next = {
      seq: end,
      highest: Math.max(mark.highest, seq),
      told_at: end > (found?.seq ?? -1) ? happenedAfter : toldAt,
    };
    await work.trx
      .insertInto('inbox_marks')
      .values({ station_id: stationId, boot_id: bootId, ...next })
      .onConflict((conflict) => conflict.columns(['station_id', 'boot_id']).doUpdateSet(next))
      .execute();
    return end;
  }
}

/** An event that comes a second time so much later was sent again, not only delivered twice. */
const resentAfterMs = 5000;

/** A gap that so many events have not filled will not be filled any more. */
const longestWait = 500;

const seen = { duplicate: true, overtaken: true, complete: false } as const;

/** Keeps an event that came early. Says whether it is new, and since when it is kept. */
async function keep(
  work: Work,
  stationId: string,
  bootId: string,
  seq: number,
): Promise<{ isNew: boolean; since: Date }> {
  const inserted = await work.trx
    .insertInto('inbox')
    .values({ station_id: stationId, boot_id: bootId, seq, received_at: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('received_at')
    .executeTakeFirst();
  if (inserted) return { isNew: true, since: inserted.received_at };
  const { received_at } = await work.trx
    .selectFrom('inbox')
    .select('received_at')
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return { isNew: false, since: received_at };
}

/** The end of the unbroken run, now that `seq` is there; what it covers need not be kept. */
async function contiguousFrom(
  work: Work,
  stationId: string,
  bootId: string,
  mark: { seq: number; highest: number },
  seq: number,
): Promise<number> {
  if (seq === mark.seq + 1 && mark.highest <= mark.seq) return seq;
  const early = await work.trx
    .selectFrom('inbox')
    .select('seq')
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .where('seq', '>', mark.seq)
    .orderBy('seq')
    .execute();
  const isGivenUp = early.length > longestWait;
  let upTo = isGivenUp ? (early[0]?.seq ?? mark.seq) : mark.seq;
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
