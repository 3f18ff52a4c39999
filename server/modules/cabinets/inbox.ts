import type { CabinetEvent } from '../../gateway/messages.ts';
import type { Work } from '../../work.ts';

/** Where an event stands among those of its cabinet. */
export interface Arrival {
  /** Taken in before: nothing of it is new. */
  readonly duplicate: boolean;
  /** Something that happened later was taken in already, so it says nothing of the present. */
  readonly overtaken: boolean;
  /** Everything that the cabinet had recorded before it was taken in too. */
  readonly complete: boolean;
}

/**
 * Notes an event as taken in, in the transaction that does what follows from it. The station's row
 * is locked by the caller, so that one event of it is worked off at a time.
 */
export async function takeIn(
  work: Work,
  stationId: string,
  event: Pick<CabinetEvent, 'bootId' | 'seq' | 'oldest'>,
): Promise<Arrival> {
  const { bootId, seq, oldest } = event;
  const found = await work.trx
    .selectFrom('inbox_marks')
    .select(['seq', 'highest'])
    .where('station_id', '=', stationId)
    .where('boot_id', '=', bootId)
    .executeTakeFirst();
  // What a cabinet no longer keeps was acknowledged; a boot begins at 0 or 1.
  const floor = oldest === undefined ? Math.min(seq - 1, 0) : oldest - 1;
  const mark = { seq: Math.max(found?.seq ?? -1, floor), highest: found?.highest ?? -1 };
  if (seq <= mark.seq && (found?.seq ?? -1) >= seq) return seen;
  const overtaken = seq < mark.highest;

  const early = seq > mark.seq + 1;
  if (early || mark.highest > mark.seq) {
    if (!(await isNew(work, stationId, bootId, seq))) return seen;
  }
  const upTo = await contiguousFrom(work, stationId, bootId, mark, seq);
  const next = { seq: upTo, highest: Math.max(mark.highest, seq) };
  await work.trx
    .insertInto('inbox_marks')
    .values({ station_id: stationId, boot_id: bootId, ...next })
    .onConflict((conflict) => conflict.columns(['station_id', 'boot_id']).doUpdateSet(next))
    .execute();
  return { duplicate: false, overtaken, complete: upTo >= seq };
}

/** A gap that so many events have not filled will not be filled any more. */
const longestWait = 500;

const seen: Arrival = { duplicate: true, overtaken: true, complete: false };

async function isNew(work: Work, stationId: string, bootId: string, seq: number): Promise<boolean> {
  const inserted = await work.trx
    .insertInto('inbox')
    .values({ station_id: stationId, boot_id: bootId, seq, received_at: work.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('seq')
    .executeTakeFirst();
  return inserted !== undefined;
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
    .where('seq', '<=', upTo)
    .execute();
  return upTo;
}
