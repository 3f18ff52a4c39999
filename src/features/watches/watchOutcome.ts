import type { Watch } from '../../../contract/watches.ts';

export type WatchOutcome =
  | { status: 'waiting' }
  /** It is available now. */
  | { status: 'available' }
  /** It was available some time ago; whether it still is, is unknown. */
  | { status: 'cameAt'; at: string }
  | { status: 'expired' }
  /** Too long ago to report. */
  | { status: 'past' };

const minute = 60_000;
/** How long a result counts as available now. */
const freshMs = 5 * minute;
/** A watch that ended this long ago is not reported. */
const pastMs = 60 * minute;

/**
 * The state of a watch, from the server's last answer.
 *
 * @param now the server's time in milliseconds.
 * @param askedAt the time of that answer, by the same clock.
 */
export function watchOutcome(
  { availableAt, expiresAt }: Pick<Watch, 'availableAt' | 'expiresAt'>,
  now: number,
  askedAt: number,
): WatchOutcome {
  if (availableAt !== null) {
    const age = now - Date.parse(availableAt);
    if (age > pastMs) return { status: 'past' };
    return age > freshMs ? { status: 'cameAt', at: availableAt } : { status: 'available' };
  }
  const end = Date.parse(expiresAt);
  // The answer is from before its end, so it may be outdated.
  if (askedAt < end) return { status: 'waiting' };
  return now - end > pastMs ? { status: 'past' } : { status: 'expired' };
}
