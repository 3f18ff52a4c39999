import type { Db, Trx } from '../../../db/database.ts';
import { networksPerSite } from '../../../http/limits/networks.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { Settings } from '../../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { openCase } from '../../support/cases.ts';

/** The period in which calls, declines and new cards count: one hour, in milliseconds. */
export const countedMs = 60 * 60_000;
/** The maximum number of accounts that a case lists. */
const mostNamed = 20;

/** The account that adds and charges cards, and the network of the caller's address. */
export interface CardUser {
  userId: string;
  /** The hash of the network of the caller's address. */
  network: string;
  /** The hash of the /48 network of an IPv6 address; null for an IPv4 address. */
  site: string | null;
}

/**
 * @throws {ProblemError} `cardsPaused` while new cards are paused for the account or for a network
 * of the caller.
 */
export async function refusePaused(
  db: Db | Trx,
  { userId, network, site }: CardUser,
  now: Date,
): Promise<void> {
  const pause = await db
    .selectFrom('card_pauses')
    .select('until')
    .where('whose', 'in', [
      `account:${userId}`,
      `address:${network}`,
      ...(site === null ? [] : [`site:${site}`]),
    ])
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!pause) return;
  const retryAfter = Math.ceil((pause.until.getTime() - now.getTime()) / 1000);
  throw new ProblemError('cardsPaused', { retryAfter });
}

/**
 * Pauses new cards for an account, or for a network of the caller, that shows the pattern of card
 * testing: many new cards, or many declines, within an hour. Each pause opens one case.
 */
export async function pauseCardTesting(
  work: UnitOfWork,
  { cardLimits }: Pick<Settings, 'cardLimits'>,
  { userId, network, site }: CardUser,
): Promise<void> {
  const { declines, newCards, perAddress, pauseMinutes } = cardLimits;
  const until = addMs(work.now, pauseMinutes * 60_000);
  const subjects = [
    { whose: `account:${userId}`, column: 'user_id', value: userId, declines, newCards },
    {
      whose: `address:${network}`,
      column: 'network',
      value: network,
      declines: perAddress,
      newCards: perAddress,
    },
    ...(site === null
      ? []
      : [
          {
            whose: `site:${site}`,
            column: 'site',
            value: site,
            declines: perAddress * networksPerSite,
            newCards: perAddress * networksPerSite,
          } as const,
        ]),
  ] as const;
  for (const subject of subjects) {
    const calls = work.trx
      .selectFrom('money_calls')
      .where(subject.column, '=', subject.value)
      .where('called_at', '>', addMs(work.now, -countedMs));
    const found = await calls
      .select(({ fn, eb }) => [
        fn.countAll<number>().filterWhere('declined', '=', true).as('declines'),
        fn
          .count<number>('fingerprint')
          .distinct()
          .filterWhere(eb('action', '=', 'addCard'))
          .as('newCards'),
      ])
      .executeTakeFirstOrThrow();
    if (found.declines < subject.declines && found.newCards < subject.newCards) continue;
    const paused = await work.trx
      .insertInto('card_pauses')
      .values({ whose: subject.whose, until })
      .onConflict((conflict) =>
        conflict.column('whose').doUpdateSet({ until }).where('card_pauses.until', '<=', work.now),
      )
      .returning('until')
      .executeTakeFirst();
    if (!paused) continue;
    const accounts = await calls.select('user_id').distinct().limit(mostNamed).execute();
    await openCase(work, {
      kind: 'cardTesting',
      key: `${subject.whose}:${work.now.toISOString()}`,
      details: {
        paused: subject.column === 'user_id' ? 'account' : 'address',
        until: until.toISOString(),
        ...found,
        accounts: accounts.map(({ user_id }) => user_id),
      },
    });
  }
}
