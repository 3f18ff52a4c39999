import type { Watch } from '../../../contract/watches.ts';

export type WatchOutcome =
  | { status: 'waiting' }
  /** It is there. */
  | { status: 'available' }
  /** It was there a while ago; whether it still is, nobody knows. */
  | { status: 'cameAt'; at: string }
  | { status: 'expired' }
  /** Too long ago for anybody to care. */
  | { status: 'past' };

const minute = 60_000;
/** An answer is news for this long. */
const freshMs = 5 * minute;
/** Nobody waits any longer for what ended this long ago. */
const pastMs = 60 * minute;

/**
 * How a watch stands, from what the server said of it last.
 *
 * @param now the server's time in milliseconds.
 * @param askedAt when the server said so, by the same clock.
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
  // Said before its end, it may have been answered since.
  if (askedAt < end) return { status: 'waiting' };
  return now - end > pastMs ? { status: 'past' } : { status: 'expired' };
}
