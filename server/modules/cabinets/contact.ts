import type { CabinetEvent } from '../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { announceOnline, setLiveState, type StationRow } from '../stations/liveState.ts';
import type { Arrival } from './inbox.ts';
import { silenceMs } from './silence.ts';
import {
  batchAfter,
  certainOffset,
  isAbove,
  isSteady,
  measure,
  measureAnew,
  steadyUntilLive,
  type MeasuredClock,
} from './timing.ts';

/**
 * A heartbeat counts as live only if its time is less than this many milliseconds before the
 * server's time.
 */
const liveMs = 60_000;

/** An event with the known data about its time and origin. */
export interface Report<Event extends CabinetEvent = CabinetEvent> {
  readonly event: Event;
  /** The station's row before this event, except that `silent_since` and `batch_after` already include this event. */
  readonly station: StationRow;
  readonly arrival: Arrival;
  /**
   * Whether the event is current: it is from the cabinet's present boot, and the server has not processed a later
   * event.
   */
  readonly current: boolean;
  /**
   * The event's time on the server's clock. It is never in the future. It is null if the cabinet has no clock, or if
   * the offset of its clock is not certain.
   */
  readonly at: Date | null;
  /**
   * The latest possible time of the event. The real time is not later, because a delay can only make the measured
   * offset too high. An exception is the time after the cabinet's clock was set back, until the offset is measured
   * again. The value is null if the cabinet has no clock, or if the server has not measured an offset.
   */
  readonly notAfter: Date | null;
}

export type Inventory = Extract<CabinetEvent, { type: 'inventory' }>;

/** The content of a cabinet's slots at the time `at`. */
export interface Snapshot {
  readonly report: Report<Inventory>;
  /** The snapshot does not contain changes after this time. */
  readonly at: Date;
  readonly slotOf: ReadonlyMap<string, number>;
}

/**
 * The cabinet's present boot, from its last state message or live heartbeat, or from its first event. Other events do
 * not prove which boot is the present one, because events of an earlier boot may arrive late.
 */
export function presentBoot(
  work: UnitOfWork,
  station: StationRow,
  { type, bootId }: CabinetEvent,
  at: Date | null,
): string {
  const isLive = type === 'heartbeat' && (!at || work.now.getTime() - at.getTime() < liveMs);
  return station.boot_id === null || isLive ? bootId : station.boot_id;
}

/**
 * Converts an event's time to the server's clock. The result is never in the future. It is null if the event has no
 * time, or while the offset of the clock is not certain. If the time is uncertain, a rental begins at the latest
 * possible time and ends at the earliest, so that the rider never pays too much.
 */
export function correctedTime(
  work: UnitOfWork,
  clock: ClockRow,
  { type, at }: Pick<CabinetEvent, 'type' | 'at'>,
): Date | null {
  return withOffset(work, at, certainOffset(clock, type === 'ejected' ? 'latest' : 'earliest'));
}

/**
 * Converts the time of an event to the latest possible time on the server's clock. See
 * `Report.notAfter`.
 */
export function latestTime(
  work: UnitOfWork,
  { clock_offset_ms: offset }: ClockRow,
  { at }: Pick<CabinetEvent, 'at'>,
): Date | null {
  return withOffset(work, at, offset);
}

function withOffset(work: UnitOfWork, at: string | null, offset: number | null): Date | null {
  if (at === null || offset === null) return null;
  return new Date(Math.min(new Date(at).getTime() + offset, work.now.getTime()));
}

type ClockRow = Pick<StationRow, 'clock_offset_ms' | 'clock_offset_recent_ms'>;

/** Converts a time of the server to the cabinet's clock. If no offset was measured, the result is the server's time. */
export function cabinetTime(
  { clock_offset_ms: offset }: Pick<StationRow, 'clock_offset_ms'>,
  at: Date,
): Date {
  return addMs(at, -(offset ?? 0));
}

/**
 * The earliest possible time of the event, which the server uses in favour of the rider: the converted time `at`. If
 * `at` is null, it is the last contact before the event was sent, but never earlier than `arrival.notBefore`. If a
 * later event arrived first, it is `arrival.notBefore`, if known.
 */
export function earliestTime(
  work: UnitOfWork,
  { at, notAfter, station, arrival }: Pick<Report, 'at' | 'notAfter' | 'station' | 'arrival'>,
): Date {
  if (at) return at;
  const { notBefore } = arrival;
  // The cabinet may have stored this event for a long time before sending it. So only the known time of earlier events
  // limits the time of this event.
  if (arrival.overtaken && notBefore) return notBefore;
  const limits = [station.silent_since, station.batch_after, notAfter].flatMap(
    (limit) => limit?.getTime() ?? [],
  );
  const earliest = Math.min(work.now.getTime(), ...limits);
  return new Date(Math.max(earliest, notBefore?.getTime() ?? 0));
}

/** Returns the station's row with `silent_since` and `batch_after` updated for a message that arrives now. */
export function withNewContact(work: UnitOfWork, station: StationRow): StationRow {
  return {
    ...station,
    silent_since: silentSince(work, station),
    batch_after: batchAfter(station, work.now),
  };
}

/**
 * The time of the last contact before the cabinet lost its connection. The station keeps this time until the cabinet
 * has sent all its stored events.
 */
function silentSince(work: UnitOfWork, station: StationRow): Date | null {
  const seen = station.last_seen_at;
  if (station.silent_since || !seen) return station.silent_since;
  const isSilent = !station.online || work.now.getTime() - seen.getTime() > silenceMs;
  return isSilent ? seen : null;
}

/**
 * Marks the station as online, and stores the time of the contact and the present boot. Measures the offset of the
 * cabinet's clock if the message is current, is no duplicate, and has a time.
 */
export async function saveContact(
  work: UnitOfWork,
  { event, station, arrival, at, current }: Report,
  bootId: string,
): Promise<void> {
  const lag = event.at === null ? null : work.now.getTime() - new Date(event.at).getTime();
  const isHeartbeat = event.type === 'heartbeat' && current && !arrival.duplicate;
  const steady =
    isHeartbeat && lag !== null && isSteady(station.heartbeat_lag_ms, lag)
      ? station.steady_heartbeats + 1
      : 0;
  const isLive = lag !== null && steady > 0 && steady >= steadyUntilLive(station, lag);
  const caughtUp = isLive || (isHeartbeat && !isFromLog(work, station, at));
  await setLiveState(work, station.id, {
    online: true,
    last_seen_at: work.now,
    batch_after: station.batch_after,
    boot_id: bootId,
    silent_since: caughtUp ? null : station.silent_since,
    ...(isHeartbeat && steady === 0 && lag !== null ? { heartbeat_lag_ms: lag } : {}),
    ...(isHeartbeat && lag !== null ? { steady_heartbeats: steady } : {}),
    ...(current && !arrival.duplicate && lag !== null && clockAfter(work, station, lag, isLive)),
    ...(station.online ? {} : { changed_at: work.now }),
  });
  if (!station.online) {
    work.stationChanged(station.id);
    await announceOnline(work, [station.id], true);
  }
}

/** Whether the cabinet may have stored a heartbeat while it was offline, and sent it later. */
function isFromLog(work: UnitOfWork, station: StationRow, at: Date | null): boolean {
  if (at !== null) return work.now.getTime() - at.getTime() >= liveMs;
  // The heartbeat has no known time. If it arrives just after other messages, the cabinet may have stored all of them
  // while it was offline.
  return station.batch_after?.getTime() !== station.last_seen_at?.getTime();
}

function clockAfter(
  work: UnitOfWork,
  station: StationRow,
  lagMs: number,
  isLive: boolean,
): MeasuredClock | null {
  const { silent_since: silent, clock_offset_ms: known } = station;
  // Discard the earlier measurements only if the lag is far above the known offset. A slightly higher lag may be a
  // delay, and a new measurement after each short outage would raise the offset a little each time.
  if (silent && isLive && isAbove(known, lagMs)) return measureAnew(lagMs, work.now);
  // The cabinet's clock may be wrong after an outage. Therefore only a live heartbeat may change an offset that counts
  // as certain.
  const isCertain = station.clock_offset_recent_ms !== null;
  if (silent && isCertain && !isLive) return null;
  return measure(station, lagMs, { isLive, now: work.now });
}
