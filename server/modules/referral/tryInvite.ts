import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall } from '../../http/limits/rateLimit.ts';

const windowSeconds = 60 * 60;
const perRider = { name: 'invite:rider', limit: 10, windowSeconds };
/**
 * The limit is high because the guests of a venue share an address. Nobody can guess a code within
 * this limit, because there are far too many possible codes.
 */
const perAddress = { name: 'invite:address', limit: 60, windowSeconds };

interface InviteTry {
  /** The id of the rider. It is null for a guest. */
  userId: string | null;
  /** The result of `callerNetwork`. */
  caller: string;
}

/**
 * Looks up a code, and limits how many unknown codes a caller may try. The function counts each try before the look-up,
 * so that concurrent requests cannot exceed the limit. The function subtracts the try again unless the code is unknown.
 *
 * @throws {ProblemError} `tooManyRequests`, and the errors of `lookUp`.
 */
export async function tryInvite<T>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { userId, caller }: InviteTry,
  lookUp: () => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const counted = [
    [perAddress, caller],
    ...(userId === null ? [] : [[perRider, userId] as const]),
  ] as const;
  for (const [limit, whose] of counted) await countCall(db, limit, whose, now);
  let isUnknown = false;
  try {
    return await lookUp();
  } catch (error) {
    isUnknown = error instanceof ProblemError && error.code === 'inviteUnknown';
    throw error;
  } finally {
    if (!isUnknown) {
      for (const [limit, whose] of counted) await uncountCall(db, limit, whose, now);
    }
  }
}
