import { sql } from 'kysely';
import { lockText } from '../db/advisoryLocks.ts';
import { inTransaction, type Db } from '../db/database.ts';
import { ProblemError } from './problem.ts';
import { addMs } from '../db/unitOfWork.ts';

const allowed = 10;
const sliceMs = 60_000;
/** Each count covers one minute. The count is needed for an hour after the end of this minute. */
const keptMs = 60 * 60_000 + sliceMs;

export interface Try {
  /** Removes the try from the count. Call this if the code was right, or if the try had no effect. */
  uncount(): Promise<void>;
}

/** The kind of code that is entered, and the rider who enters it. */
interface Guess {
  /** The kind of the guessed code, such as `coupon`. */
  name: string;
  userId: string;
}

/**
 * Counts a try as wrong before its code is checked. The count has its own transaction, so that parallel
 * tries cannot bypass it, and a rollback of the try does not undo it.
 *
 * @throws {ProblemError} `tooManyRequests` after ten wrong tries within an hour.
 */
export async function beginTry(db: Db, { name, userId }: Guess, now: Date): Promise<Try> {
  const bucket = `${name}:wrong:${userId}`;
  const slice = new Date(Math.floor(now.getTime() / sliceMs) * sliceMs);
  await inTransaction(db, async (trx) => {
    await lockText(trx, 'wrongGuesses', bucket);
    const slices = await trx
      .selectFrom('rate_limits')
      .select(['window_start', 'count'])
      .where('bucket', '=', bucket)
      .where('window_start', '>', addMs(now, -keptMs))
      .orderBy('window_start')
      .execute();
    let standing = slices.reduce((sum, { count }) => sum + count, 0);
    for (const { window_start, count } of slices) {
      if (standing < allowed) break;
      standing -= count;
      if (standing >= allowed) continue;
      const freeAt = window_start.getTime() + keptMs;
      const retryAfter = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
      throw new ProblemError('tooManyRequests', { retryAfter });
    }
    await trx
      .insertInto('rate_limits')
      .values({ bucket, window_start: slice, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['bucket', 'window_start'])
          .doUpdateSet({ count: sql<number>`rate_limits.count + 1` }),
      )
      .execute();
  });
  return {
    async uncount() {
      await db
        .updateTable('rate_limits')
        .set({ count: sql<number>`count - 1` })
        .where('bucket', '=', bucket)
        .where('window_start', '=', slice)
        .execute();
    },
  };
}
