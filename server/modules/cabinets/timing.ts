/**
 * Data about a cabinet's clock. The server's time is the cabinet's time plus the offset. Offsets are in
 * milliseconds. A delayed message makes the measured offset larger, never smaller, so the lowest of several
 * measurements is the most exact.
 */
export interface MeasuredClock {
  /** The offset is null until it was measured. */
  readonly clock_offset_ms: number | null;
  /**
   * The lowest offset measured since `clock_window_at`. It is null while only delayed messages were
   * measured, because the true offset may be much lower.
   */
  readonly clock_offset_recent_ms: number | null;
  readonly clock_window_at: Date | null;
}

/** Measurements that are older than this time are replaced, because the clock may have been set back. */
const windowMs = 5 * 60_000;
/** Messages with smaller gaps form one batch, because they may have waited for the same connection. */
const batchMs = 3000;
/** The expected difference between the delays of two live messages. */
const jitterMs = 2000;
const maxInt = 2 ** 31 - 1;

/**
 * Updates the offset with one message. A delayed message can only lower the offset. Only live heartbeats can
 * raise it, after the clock was set back.
 *
 * @param lagMs the arrival on the server's clock minus the message's time on the cabinet's clock.
 */
export function measure(
  clock: MeasuredClock,
  lagMs: number,
  { isLive, now }: { isLive: boolean; now: Date },
): MeasuredClock {
  const lag = Math.max(-maxInt, Math.min(maxInt, lagMs));
  const { clock_offset_ms: known, clock_offset_recent_ms: recent, clock_window_at: since } = clock;
  // If the cabinet's time agrees with the server's time, the cabinet's clock is right. Any other difference
  // may be the delay of the message.
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
 * Starts a new measurement. The caller has a live heartbeat after an outage in which the clock may have been
 * set.
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
 * The offset for the time of an event. It is null while the offset is not certain. Each measured offset
 * contains the delay of the fastest message, so the true offset may be lower by that delay.
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
  // If the cabinet's clock nearly agrees with the server's clock, it counts as right.
  return Math.abs(offset) < jitterMs ? Math.min(offset, 0) : offset - jitterMs;
}

/**
 * The last contact before the current batch of messages. An event without a time happened after this
 * contact, because all messages of a batch may have waited for the same connection.
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
 * Whether a heartbeat has the same delay as the first heartbeat of its series. Such a heartbeat is live,
 * because stored heartbeats arrive closer together than they were recorded. The comparison is with the first
 * heartbeat, so that a slowly growing delay is detected.
 */
export function isSteady(firstLag: number | null, lagMs: number): boolean {
  return firstLag !== null && Math.abs(lagMs - firstLag) < jitterMs;
}

/** Whether a message shows a higher offset than the known offset, or has a long delay. */
export function isAbove(known: number | null, lagMs: number): boolean {
  return known === null || lagMs > known + jitterMs;
}

/**
 * How many heartbeats in a row must have the same delay until the delay counts as the offset of the clock.
 * The events of a cabinet that sends one event at a time may wait in a queue, whose delay stays the same for
 * a while. If the lag is far above the known offset, a queue is much more probable than a clock that was set
 * back.
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
