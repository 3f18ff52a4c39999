import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall } from '../../http/limits/rateLimit.ts';

const windowSeconds = 60 * 60;
const perRider = { name: 'invite:rider', limit: 10, windowSeconds };
/**
 * Guests of a venue share an address. There are so many possible codes that guessing finds none.
 */
const perAddress = { name: 'invite:address', limit: 60, windowSeconds };

interface Trying {
  /** Null for a guest. */
  userId: string | null;
  /** The result of `callerNetwork`. */
  caller: string;
}

/**
 * Looks up a code, and limits how many unknown codes a caller may try. Each try is counted before
 * the look-up, so that parallel requests cannot exceed the limit. The count is undone if the code
 * exists.
 *
 * @throws {ProblemError} `tooManyRequests`, and what `look` throws.
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
