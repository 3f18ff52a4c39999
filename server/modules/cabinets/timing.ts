/**
 * Data about a cabinet's clock. The server's time is the cabinet's time plus the offset. Offsets are in milliseconds. A
 * delayed message can only make the measured offset too high, so the lowest of several measurements is the most exact.
 */
export interface MeasuredClock {
  /** The offset is null before the first measurement. */
  readonly clock_offset_ms: number | null;
  /**
   * The lowest offset that was measured since `clock_window_at`. It is null while all measured messages may have been
   * delayed, because the true offset may then be much lower.
   */
  readonly clock_offset_recent_ms: number | null;
  readonly clock_window_at: Date | null;
}

/** Newer measurements replace measurements that are older than this, because the clock may have been set back. */
const windowMs = 5 * 60_000;
/**
 * Messages that arrive within this time of each other form one batch, because they may have waited for the same
 * connection.
 */
const batchMs = 3000;
/** The delays of two live messages differ by less than this. */
const jitterMs = 2000;
const maxInt = 2 ** 31 - 1;

/**
 * Updates the offset with one message. A message that may be delayed can only lower the offset. Only live heartbeats
 * can raise it, which is necessary after the clock was set back.
 *
 * @param lagMs the time of arrival by the server's clock, minus the message's time by the cabinet's clock.
 */
export function measure(
  clock: MeasuredClock,
  lagMs: number,
  { isLive, now }: { isLive: boolean; now: Date },
): MeasuredClock {
  const lag = Math.max(-maxInt, Math.min(maxInt, lagMs));
  const { clock_offset_ms: known, clock_offset_recent_ms: recent, clock_window_at: since } = clock;
  // If both clocks nearly agree, the cabinet's clock counts as right. A larger difference may be the delay of the
  // message.
  const isSure = isLive || Math.abs(lag) < jitterMs;
  if (known === null) return isSure ? measured(lag, lag, now) : measured(lag, null, null);
  const lower = Math.min(known, lag);
  if (recent === null && isSure) return measured(lower, lag, now);
  if (!isLive) return measured(lower, recent === null ? null : Math.min(recent, lag), since);
  if (recent === null || since === null) return measured(lower, lag, now);
  if (now.getTime() - since.getTime() > windowMs) return measured(Math.min(recent, lag), lag, now);
  return measured(lower, Math.min(recent, lag), since);
}

/**
 * Discards the earlier measurements. Call it for a live heartbeat after an outage, because the clock may have been set
 * during the outage.
 */
export function measureAnew(lagMs: number, now: Date): MeasuredClock {
  const offset = Math.max(-maxInt, Math.min(maxInt, lagMs));
  return measured(offset, offset, now);
}

function measured(
  clock_offset_ms: number,
  clock_offset_recent_ms: number | null,
  clock_window_at: Date | null,
): MeasuredClock {
  return { clock_offset_ms, clock_offset_recent_ms, clock_window_at };
}

/**
 * The offset for the earliest or latest possible time of an event; null while the offset is not certain. The measured
 * offset includes the delay of the fastest message, so the true offset may be lower.
 */
export function certainOffset(
  {
    clock_offset_ms: offset,
    clock_offset_recent_ms: confirmed,
  }: Pick<MeasuredClock, 'clock_offset_ms' | 'clock_offset_recent_ms'>,
  wanted: 'earliest' | 'latest',
): number | null {
  if (offset === null || confirmed === null) return null;
  if (wanted === 'latest') return offset;
  // A cabinet's clock that nearly agrees with the server's clock counts as right.
  return Math.abs(offset) < jitterMs ? Math.min(offset, 0) : offset - jitterMs;
}

/**
 * The last contact before the current batch of messages. It is the lower limit for the time of an event without a time,
 * because all messages of a batch may have waited for the same connection.
 */
export function batchAfter(
  {
    last_seen_at: seen,
    batch_after: before,
  }: { last_seen_at: Date | null; batch_after: Date | null },
  now: Date,
): Date | null {
  return seen && now.getTime() - seen.getTime() > batchMs ? seen : before;
}

/**
 * Whether a heartbeat has the same delay as the first heartbeat of its series. Such a heartbeat is live: the cabinet
 * sends stored heartbeats at shorter intervals than it recorded them, so their delays shrink. The function compares
 * with the first heartbeat of the series, so that it also detects a slowly changing delay.
 */
export function isSteady(firstLag: number | null, lagMs: number): boolean {
  return firstLag !== null && Math.abs(lagMs - firstLag) < jitterMs;
}

/**
 * Whether the lag of a message is far above the known offset. If so, the true offset has risen, or the message has a
 * long delay.
 */
export function isAbove(known: number | null, lagMs: number): boolean {
  return known === null || lagMs > known + jitterMs;
}

/**
 * How many consecutive heartbeats must have the same lag as the first heartbeat of their series before the lag counts
 * as the offset of the clock. A cabinet that sends one event at a time may have a queue, which delays all events by the
 * same time for a while. If the lag is far above the known offset, such a queue is much more probable than a clock that
 * was set back, so more heartbeats are needed.
 */
export function steadyUntilLive(
  {
    clock_offset_ms: known,
    clock_offset_recent_ms: confirmed,
  }: Pick<MeasuredClock, 'clock_offset_ms' | 'clock_offset_recent_ms'>,
  lagMs: number,
): number {
  if (known !== null && isAbove(known, lagMs)) return 4;
  if (known !== null && confirmed !== null) return 1;
  return Math.abs(lagMs) < jitterMs ? 1 : 2;
}
