import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';

const minuteMs = 60_000;
const windowMs = 60 * minuteMs;
/**
 * Codes that are younger than this time do not count as unanswered, because their recipients may still type
 * them.
 */
const ripeMs = 2 * minuteMs;
const retryAfter = 10 * 60;

/**
 * A circuit breaker against SMS pumping, which means requests that only cause costs. It opens when many
 * codes were requested for the phones of one country within an hour and few of these codes were entered. It
 * closes when the requests are older than an hour. The caller skips this function for known devices and
 * solved challenges.
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
  // The warning is logged once a minute, by one of the processes.
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
