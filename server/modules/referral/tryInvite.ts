import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall } from '../../http/rateLimit.ts';

const windowSeconds = 60 * 60;
const perRider = { name: 'invite:rider', limit: 10, windowSeconds };
/** A venue's guests share an address; among so many codes nobody finds one by that. */
const perAddress = { name: 'invite:address', limit: 60, windowSeconds };

interface Trying {
  /** Null for a guest. */
  userId: string | null;
  /** As `callerNetwork` tells it. */
  caller: string;
}

/**
 * Looks at a code, and limits how many unknown ones somebody may try. A try is counted before its code
 * is looked at, so that parallel ones cannot outrun the count, and taken back where the code exists.
 *
 * @throws {ProblemError} `tooManyRequests`, and what the look throws.
 */
export async function tryInvite<T>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { userId, caller }: Trying,
  look: () => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const counted = [
    [perAddress, caller],
    ...(userId === null ? [] : [[perRider, userId] as const]),
  ] as const;
  for (const [limit, whose] of counted) await countCall(db, limit, whose, now);
  let isUnknown = false;
  try {
    return await look();
  } catch (error) {
    isUnknown = error instanceof ProblemError && error.code === 'inviteUnknown';
    throw error;
  } finally {
    if (!isUnknown) {
      for (const [limit, whose] of counted) await uncountCall(db, limit, whose, now);
    }
  }
}
