import type { CabinetEvent } from '../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';
import { setLiveState, type StationRow } from '../stations/liveState.ts';
import type { Arrival } from './inbox.ts';
import { silenceMs } from './silence.ts';
import {
  batchAfter,
  certainOffset,
  isSteady,
  measure,
  measureAnew,
  steadyUntilLive,
  type MeasuredClock,
} from './timing.ts';

/** The tolerance for a live heartbeat's time, after the events of a silence were reported. */
const liveMs = 60_000;

/** An event with what is known of its time and origin. */
export interface Report<Event extends CabinetEvent = CabinetEvent> {
  readonly event: Event;
  /** The row before this event, with `silent_since` and `batch_after` updated for it. */
  readonly station: StationRow;
  readonly arrival: Arrival;
  /** The event is current: it is from this boot, and no later event was received yet. */
  readonly current: boolean;
  /**
   * The event's time converted to the server's clock, at most now. Null if the cabinet has no
   * clock, or its offset has not been measured.
   */
  readonly at: Date | null;
  /**
   * The latest possible time by the cabinet's clock, whose offset is known or too high. Null if it has no
   * clock, or nothing was measured.
   */
  readonly notAfter: Date | null;
}

export type Inventory = Extract<CabinetEvent, { type: 'inventory' }>;

/** The content of a cabinet's slots at one time. */
export interface Snapshot {
  readonly report: Report<Inventory>;
  /** The time of the snapshot. Later changes are not in it. */
  readonly at: Date;
  readonly slotOf: ReadonlyMap<string, number>;
}

/**
 * The cabinet's current boot, from its last hello or heartbeat. Events of an earlier boot may
 * arrive late.
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
 * Converts an event's time to the server's clock, at most now. Null without a time, or while the clock's
 * offset is not certain. In doubt a rental begins late and ends early, so that the rider never pays more.
 */
export function correctedTime(
  work: UnitOfWork,
  clock: ClockRow,
  { type, at }: Pick<CabinetEvent, 'type' | 'at'>,
): Date | null {
  return withOffset(work, at, certainOffset(clock, type === 'ejected' ? 'latest' : 'earliest'));
}

/** The latest possible time of an event by the cabinet's clock; see `Report.notAfter`. */
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

/** Converts a server time to the cabinet's clock. Uses no offset while none has been measured. */
export function cabinetTime(
  { clock_offset_ms: offset }: Pick<StationRow, 'clock_offset_ms'>,
  at: Date,
): Date {
  return addMs(at, -(offset ?? 0));
}

/**
 * The earliest possible time of the event: the converted time, else the last contact before the
 * report. The earliest time is the best one for the rider.
 */
export function earliestTime(
  work: UnitOfWork,
  { at, notAfter, station, arrival }: Pick<Report, 'at' | 'notAfter' | 'station' | 'arrival'>,
): Date {
  if (at) return at;
  const { notBefore } = arrival;
  // The cabinet may have sent the event long after it recorded it. Only the events before it limit
  // its time.
  if (arrival.overtaken && notBefore) return notBefore;
  const limits = [station.silent_since, station.batch_after, notAfter].flatMap(
    (limit) => limit?.getTime() ?? [],
  );
  const earliest = Math.min(work.now.getTime(), ...limits);
  return new Date(Math.max(earliest, notBefore?.getTime() ?? 0));
}

/** The station's row with `silent_since` and `batch_after` updated for a message that arrives now. */
export function withNewContact(work: UnitOfWork, station: StationRow): StationRow {
  return {
    ...station,
    silent_since: silentSince(work, station),
    batch_after: batchAfter(station, work.now),
  };
}

/** Since when a reconnected cabinet had been silent, while its stored events are still arriving. */
function silentSince(work: UnitOfWork, station: StationRow): Date | null {
  const seen = station.last_seen_at;
  if (station.silent_since || !seen) return station.silent_since;
  const isSilent = !station.online || work.now.getTime() - seen.getTime() > silenceMs;
  return isSilent ? seen : null;
}

/** Marks the station as online, and measures its clock if the message is current. */
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
    ...(isHeartbeat && lag !== null ? { heartbeat_lag_ms: lag, steady_heartbeats: steady } : {}),
    ...(current && !arrival.duplicate && lag !== null && clockAfter(work, station, lag, isLive)),
    ...(station.online ? {} : { changed_at: work.now }),
  });
  if (!station.online) work.stationChanged(station.id);
}

/** Whether a heartbeat may be an old one, stored by the cabinet while it was offline. */
function isFromLog(work: UnitOfWork, station: StationRow, at: Date | null): boolean {
  if (at !== null) return work.now.getTime() - at.getTime() >= liveMs;
  // A heartbeat whose time is unknown, right after other messages, may have been stored together with them.
  return station.batch_after?.getTime() !== station.last_seen_at?.getTime();
}

function clockAfter(
  work: UnitOfWork,
  station: StationRow,
  lagMs: number,
  isLive: boolean,
): MeasuredClock | null {
  if (station.silent_since && isLive) return measureAnew(lagMs, work.now);
  // After an outage the clock may be wrong, so only a live heartbeat changes an offset that was certain.
  const isCertain = station.clock_offset_recent_ms !== null;
  if (station.silent_since && isCertain) return null;
  return measure(station, lagMs, { isLive, now: work.now });
}
