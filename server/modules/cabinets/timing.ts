/**
 * Data about a cabinet's clock. Offsets are added to its times to get the server's, in
 * milliseconds. A delayed message makes the measured offset larger, never smaller, so the lowest of
 * several measurements is the most exact.
 */
export interface MeasuredClock {
  /** Null until it was measured. */
  readonly clock_offset_ms: number | null;
  /**
   * The lowest since `clock_window_at`. Null while only delayed messages were measured: the true offset
   * may be much lower.
   */
  readonly clock_offset_recent_ms: number | null;
  readonly clock_window_at: Date | null;
}

/** Measurements older than this are replaced, because the clock may have been set back. */
const windowMs = 5 * 60_000;
/** Messages with smaller gaps form one batch: they may have waited for the same connection. */
const batchMs = 3000;
/** The expected difference between the delays of two live messages. */
const jitterMs = 2000;
const maxInt = 2 ** 31 - 1;

/**
 * Updates the offset with one message. A delayed message can only lower the offset. Only live
 * heartbeats raise it again, after the clock was set back.
 *
 * @param lagMs arrival by the server's clock minus the message's time by the cabinet's clock.
 */
export function measure(
  clock: MeasuredClock,
  lagMs: number,
  { isLive, now }: { isLive: boolean; now: Date },
): MeasuredClock {
  const lag = Math.max(-maxInt, Math.min(maxInt, lagMs));
  const { clock_offset_ms: known, clock_offset_recent_ms: recent, clock_window_at: since } = clock;
  // A clock that agrees with ours is right. Any other difference may be the delay of the message.
  const isSure = isLive || Math.abs(lag) < jitterMs;
  if (known === null) return isSure ? measured(lag, lag, now) : measured(lag, null, null);
  const lower = Math.min(known, lag);
  if (recent === null && isSure) return measured(lower, lag, now);
  if (!isLive) return measured(lower, recent === null ? null : Math.min(recent, lag), since);
  if (recent === null || since === null) return measured(lower, lag, now);
  if (now.getTime() - since.getTime() > windowMs) return measured(Math.min(recent, lag), lag, now);
  return measured(lower, Math.min(recent, lag), since);
}

/** Measures from scratch, at the live heartbeat after an outage in which the clock may have been set. */
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
 * The offset for the time of an event; null while it is not certain. Each measured offset contains the
 * delay of the fastest message, so the true one may be lower by that delay.
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
  // A clock that nearly agrees with ours is right.
  return Math.abs(offset) < jitterMs ? Math.min(offset, 0) : offset - jitterMs;
}

/**
 * The last contact before the current batch of messages. An event without a time happened after it:
 * all messages of a batch may have waited for the same connection.
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
 * Whether two heartbeats in a row had the same delay, so that the second one is live. Stored heartbeats
 * arrive closer together than they were recorded.
 */
export function isSteady(lagBefore: number | null, lagMs: number): boolean {
  return lagBefore !== null && Math.abs(lagMs - lagBefore) < jitterMs;
}

/**
 * How many heartbeats in a row must have the same delay before it counts as the difference of the clocks.
 * A cabinet that sends one event at a time may have a queue, whose delay stays the same for a while. If the
 * offset was certain, a queue is much more probable than a clock that was set back.
 */
export function steadyUntilLive(
  {
    clock_offset_ms: known,
    clock_offset_recent_ms: confirmed,
  }: Pick<MeasuredClock, 'clock_offset_ms' | 'clock_offset_recent_ms'>,
  lagMs: number,
): number {
  if (known === null || confirmed === null) return Math.abs(lagMs) < jitterMs ? 1 : 2;
  return lagMs > known + jitterMs ? 4 : 1;
}
