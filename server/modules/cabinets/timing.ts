/**
 * What is known of a cabinet's clock. Offsets are added to its times to get ours, in milliseconds. A
 * message that took a way of any length makes the offset look larger, never smaller, so the lowest of
 * several measurements is the best.
 */
export interface MeasuredClock {
  /** Null until it was measured. */
  readonly clock_offset_ms: number | null;
  /** The lowest since `clock_window_at`. */
  readonly clock_offset_recent_ms: number | null;
  readonly clock_window_at: Date | null;
}

/** After so long an older measurement no longer counts: the clock may have been set back. */
const windowMs = 5 * 60_000;
/** Messages that come closer together may have waited for the same line. */
const batchMs = 3000;
/** What the way of two messages may differ by. */
const jitterMs = 2000;
const maxInt = 2 ** 31 - 1;

/**
 * The clock after a message. A message that was kept back can only lower the offset; it is raised,
 * where the clock was set back, by heartbeats that nothing kept back.
 *
 * @param lagMs how much later than the cabinet's own time the message came.
 */
export function measure(
  clock: MeasuredClock,
  lagMs: number,
  { isLive, now }: { isLive: boolean; now: Date },
): MeasuredClock {
  const lag = Math.max(-maxInt, Math.min(maxInt, lagMs));
  const { clock_offset_ms: known, clock_offset_recent_ms: recent, clock_window_at: since } = clock;
  if (known === null) return measured(lag, lag, now);
  const lower = Math.min(known, lag);
  if (!isLive) return measured(lower, recent === null ? null : Math.min(recent, lag), since);
  if (recent === null || since === null) return measured(lower, lag, now);
  if (now.getTime() - since.getTime() > windowMs) return measured(Math.min(recent, lag), lag, now);
  return measured(lower, Math.min(recent, lag), since);
}

/** The clock after a live heartbeat that ends a silence, in which it may have been set. */
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
 * Contact before the present batch. What a cabinet without a clock tells may have waited for the line
 * together with the messages right before it, but not longer.
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
 * Whether two heartbeats in a row took the same way, so that the second was not kept back: the
 * heartbeats of a log come closer together than they were made.
 */
export function isSteady(lagBefore: number | null, lagMs: number): boolean {
  return lagBefore !== null && Math.abs(lagMs - lagBefore) < jitterMs;
}
