import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';

const minuteMs = 60_000;
const windowMs = 60 * minuteMs;
/**
 * A code that is younger than this does not count as unanswered, because the recipient may still enter it.
 */
const ripeMs = 2 * minuteMs;
const retryAfter = 10 * 60;

/**
 * A circuit breaker against SMS pumping, which is the request of codes that nobody enters. It opens for a country if
 * many codes were sent to phones of this country within an hour, and few were entered. It closes when enough of these
 * codes were entered or are older than an hour. The caller skips this function for known devices, proofs and solved
 * challenges.
 *
 * @throws {ProblemError} `tooManyRequests` while the circuit breaker is open.
 */
export async function passBreaker(
  { db, settings, log }: Pick<Dependencies, 'db' | 'settings' | 'log'>,
  country: string,
  now: Date,
): Promise<void> {
  const { codes, percent } = settings.codeBreaker;
  const { sent, answered } = await lastHour(db, country, now);
  if (sent < codes || answered * 100 >= sent * percent) return;
  const refused = await count(db, 'refused', country, now);
  // All processes share the count, so only one of them logs the warning in each minute.
  if (refused === 1) {
    log.warn(
      { country, sent, answered },
      'few codes for this country are entered; others must solve a challenge first',
    );
  }
  throw new ProblemError('tooManyRequests', { retryAfter });
}

export async function countSent(db: Db, country: string, now: Date): Promise<void> {
  await count(db, 'sent', country, now);
}

export async function countAnswered(db: Db, country: string, now: Date): Promise<void> {
  await count(db, 'answered', country, now);
}

async function lastHour(
  db: Db,
  country: string,
  now: Date,
): Promise<{ sent: number; answered: number }> {
  const ripe = new Date(now.getTime() - ripeMs);
  return db
    .selectFrom('code_traffic')
    .select([
      sql<number>`coalesce(sum(sent) filter (where minute <= ${ripe}), 0)::int`.as('sent'),
      sql<number>`coalesce(sum(answered), 0)::int`.as('answered'),
    ])
    .where('prefix', '=', country)
    .where('minute', '>', new Date(now.getTime() - windowMs))
    .executeTakeFirstOrThrow();
}

/** Increments the count of the current minute and returns the new count. */
async function count(
  db: Db,
  what: 'sent' | 'answered' | 'refused',
  country: string,
  now: Date,
): Promise<number> {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
  const row = await db
    .insertInto('code_traffic')
    .values({ prefix: country, minute, [what]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['prefix', 'minute'])
        .doUpdateSet({ [what]: sql<number>`${sql.ref(`code_traffic.${what}`)} + 1` }),
    )
    .returning(`${what} as count`)
    .executeTakeFirstOrThrow();
  return row.count;
}
