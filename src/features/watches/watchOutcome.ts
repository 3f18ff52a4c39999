import type { Watch } from '../../../contract/watches.ts';

export type WatchOutcome =
  | { status: 'waiting' }
  /** The charger or free slot is available now. */
  | { status: 'available' }
  /** The charger or free slot was available some time ago, but may be taken now. */
  | { status: 'cameAt'; at: string }
  | { status: 'expired' }
  /** The result is too old to be shown. */
  | { status: 'past' };

const minute = 60_000;
/**
 * In milliseconds. A charger or free slot counts as available now until its result is older than
 * this.
 */
const freshMs = 5 * minute;
/** In milliseconds. A watch that ended longer ago than this is not shown. */
const pastMs = 60 * minute;

/**
 * Returns the state of a watch, from the server's last answer.
 *
 * @param now the server's time in milliseconds since the epoch.
 * @param askedAt when the server last answered, by its clock, in milliseconds since the epoch.
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
  // The server answered before the end of the watch, so the watch may have had a result after the
  // answer.
  if (askedAt < end) return { status: 'waiting' };
  return now - end > pastMs ? { status: 'past' } : { status: 'expired' };
}
