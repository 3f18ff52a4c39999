import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { CabinetEvent } from '../../gateway/messages.ts';
import type { Work } from '../../work.ts';
import { silenceMs } from '../rental/terms.ts';
import type { Arrival } from './inbox.ts';

/** A message that is later than this comes after a silence, so a clock that is off by more is wrong. */
const exactEnoughMs = silenceMs;
/** A clock that is off by so much more than before was set; by less, the message was slow. */
const clockSetMs = 30_000;
/** What a live heartbeat's time may differ by, once the log of a silence has been told. */
const liveMs = 60_000;

export type StationRow = Selectable<Database['stations']>;

/** An event with what is known of where and when it came from. */
export interface Report<Event extends CabinetEvent = CabinetEvent> {
  readonly event: Event;
  /** As it was before this event, its silence noted. */
  readonly station: StationRow;
  readonly arrival: Arrival;
  /** It tells of the present: of this boot, and nothing later was heard yet. */
  readonly current: boolean;
  /** When it happened by the cabinet's clock, corrected, never later than now; null without one. */
  readonly at: Date | null;
}

export type Inventory = Extract<CabinetEvent, { type: 'inventory' }>;

/** A snapshot with what it is worth. */
export interface Snapshot {
  readonly report: Report<Inventory>;
  /** The time that it is of: nothing later is contained in it. */
  readonly at: Date;
  readonly slotOf: ReadonlyMap<string, number>;
}

/** A station's row, locked: its events are worked off one by one. Null for one we do not know. */
export async function lockStation(work: Work, stationId: string): Promise<StationRow | null> {
  const station = await work.trx
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', stationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return station ?? null;
}

/**
 * The boot that the cabinet is in: the one that it greeted us with, or that its heart beats in.
 * Other events of a former boot may come late.
 */
export function presentBoot(
  work: Work,
  station: StationRow,
  { type, bootId }: CabinetEvent,
  at: Date | null,
): string {
  const isLive = type === 'heartbeat' && (!at || work.now.getTime() - at.getTime() < liveMs);
  return station.boot_id === null || isLive ? bootId : station.boot_id;
}

/** The event's time by our clock, as well as it is known; never in the future. */
export function correctedTime(
  work: Work,
  station: Pick<StationRow, 'clock_offset_ms'>,
  at: string | null,
): Date | null {
  if (at === null) return null;
  const corrected = new Date(at).getTime() + (station.clock_offset_ms ?? 0);
  return new Date(Math.min(corrected, work.now.getTime()));
}

/**
 * When the event happened at the earliest, and so in the rider's favour: by the cabinet's clock, or
 * since the silence of which its log tells, or just now.
 */
export function earliestTime(work: Work, { at, station }: Pick<Report, 'at' | 'station'>): Date {
  return at ?? station.silent_since ?? work.now;
}

/** Since when a cabinet that speaks again had been silent, as far as its log is not told yet. */
export function silentSince(work: Work, station: StationRow): Date | null {
  const seen = station.last_seen_at;
  if (station.silent_since || !seen) return station.silent_since;
  const isSilent = !station.online || work.now.getTime() - seen.getTime() > silenceMs;
  return isSilent ? seen : null;
}

/** The station was heard of: it is online, and a live heartbeat tells what its clock is worth. */
export async function noteContact(
  work: Work,
  { event, station, at, current }: Report,
  bootId: string,
): Promise<void> {
  const isHeartbeat = event.type === 'heartbeat' && current;
  const caughtUp = isHeartbeat && (!at || work.now.getTime() - at.getTime() < liveMs);
  await work.trx
    .updateTable('stations')
    .set({
      online: true,
      last_seen_at: work.now,
      boot_id: bootId,
      silent_since: caughtUp ? null : station.silent_since,
      ...(isHeartbeat && !station.silent_since
        ? { clock_offset_ms: clockOffset(work, station, event.at) }
        : {}),
      ...(station.online ? {} : { changed_at: work.now }),
    })
    .where('id', '=', station.id)
    .execute();
  if (!station.online) work.stationChanged(station.id);
}

/** The shortest way that a message took tells the clocks' difference best. */
function clockOffset(
  work: Work,
  { clock_offset_ms: known }: Pick<StationRow, 'clock_offset_ms'>,
  at: string | null,
): number | null {
  if (at === null) return known;
  const difference = work.now.getTime() - new Date(at).getTime();
  const offset = Math.abs(difference) < exactEnoughMs ? 0 : difference;
  if (known !== null && offset >= known && offset <= known + clockSetMs) return known;
  return Math.max(-maxInt, Math.min(maxInt, offset));
}

const maxInt = 2 ** 31 - 1;
