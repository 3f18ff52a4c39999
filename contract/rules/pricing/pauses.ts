/** The highest number of pauses of one rental. */
export const mostPauses = 2;

/**
 * The time after the end of a slot's reservation in which the rider may still report that the station is full or
 * offline.
 */
export const fullAfterExpiryMs = 5 * 60_000;

/** A time in which the clock of a rental stands still. Start and end are milliseconds since the epoch. */
export interface Pause {
  startedAt: number;
  endsAt: number;
}

/** The form in which an order and the database contain a pause: the times are in ISO 8601. */
interface DatedPause {
  startedAt: string;
  endsAt: string;
}

/** The pauses of an order; an order without pauses has no such field. */
export function readPauses(pauses: readonly DatedPause[] = []): Pause[] {
  return pauses.map(({ startedAt, endsAt }) => ({
    startedAt: Date.parse(startedAt),
    endsAt: Date.parse(endsAt),
  }));
}

/** Returns the pause at this time; null if the clock of the rental is running. */
export function pauseAt<P extends DatedPause>(pauses: readonly P[] = [], at: number): P | null {
  return (
    pauses.find(
      ({ startedAt, endsAt }) => Date.parse(startedAt) <= at && at < Date.parse(endsAt),
    ) ?? null
  );
}

/** How long the clock stood still between two times, in milliseconds. */
export function pausedTime(startedAt: number, until: number, pauses: readonly Pause[]): number {
  return pauses.reduce((sum, pause) => {
    const from = Math.max(startedAt, pause.startedAt);
    return sum + Math.max(0, Math.min(until, pause.endsAt) - from);
  }, 0);
}

/** How long the clock of a returned rental stood still, in milliseconds; 0 if there was no pause. */
export function pausedTimeOf(order: {
  startedAt: string | null;
  returnedAt: string | null;
  pauses?: readonly DatedPause[] | undefined;
}): number {
  const { startedAt, returnedAt, pauses } = order;
  if (startedAt === null || returnedAt === null) return 0;
  return pausedTime(Date.parse(startedAt), Date.parse(returnedAt), readPauses(pauses));
}

/** Returns `until` minus the pauses before it: the time at which a rental without pauses would cost the same. */
export function countedUntil(
  startedAt: number,
  until: number,
  pauses: readonly Pause[] = [],
): number {
  return until - pausedTime(startedAt, until, pauses);
}

/**
 * The inverse of `countedUntil`: returns the real time at which the clock of the rental shows `counted`. If the clock
 * shows `counted` during a pause, the result is the end of the pause, because the clock stands still until then.
 */
export function realTime(
  startedAt: number,
  counted: number,
  pauses: readonly Pause[] = [],
): number {
  let at = counted;
  for (const pause of pauses.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const from = Math.max(startedAt, pause.startedAt);
    if (from <= at) at += Math.max(0, pause.endsAt - from);
  }
  return at;
}
