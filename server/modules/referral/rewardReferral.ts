import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Work } from '../../work.ts';
import { notifyAll } from '../notifications/notify.ts';
import { creditWallet } from '../wallet/credits.ts';
import { mark, markedFor } from './marks.ts';

export interface NewRider {
  userId: string;
  /** What only one person has: the phone, or the social account of who has none. */
  wayIn: string;
  inviteCode: string | undefined;
}

/**
 * Rewards a new rider and who invited them, in the transaction that makes the account. A code that is
 * wrong, or not for this person, is silently nothing: who signs in is told of no other rider.
 */
export async function rewardReferral(
  work: Work,
  { settings }: Pick<Dependencies, 'settings'>,
  { userId, wayIn, inviteCode }: NewRider,
): Promise<void> {
  const { trx, now } = work;
  const { reward, limit } = settings.referral;
  if (inviteCode === undefined || reward === 0) return;
  // Whoever brings the same phone at once waits here, and the second finds the first one's mark.
  await sql`select pg_advisory_xact_lock(hashtextextended(${wayIn}, 3))`.execute(trx);
  if (await markedFor(trx, settings, 'phone', wayIn)) return;
  // Friends of one referrer take turns: the count below is the last word.
  const referrer = await trx
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('invite_code', '=', normalInvite(inviteCode))
    .where('deleted_at', 'is', null)
    .where('id', '!=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!referrer) return;
  const isCapped = (await rewardedBy(work, referrer.id)) >= limit;

  const id = randomUUID();
  const { currency } = settings;
  await trx
    .insertInto('referrals')
    .values({
      id,
      referrer_id: referrer.id,
      friend_id: userId,
      currency,
      amount: reward,
      referrer_state: isCapped ? 'capped' : 'credited',
      friend_state: 'credited',
      created_at: now,
    })
    .execute();
  await mark(trx, settings, 'phone', wayIn, id);
  // Nor can who changes their own phone come again with the former one.
  if (referrer.phone !== null) await mark(trx, settings, 'phone', referrer.phone, id);
  const credit = { currency, topUp: 0, bonus: reward, reason: 'referralReward' } as const;
  if (!isCapped) {
    await creditWallet(work, { ...credit, userId: referrer.id, key: `referral:${id}:referrer` });
  }
  await creditWallet(work, { ...credit, userId, key: `referral:${id}:friend` });
  const news = {
    kind: 'referralReward',
    details: { amount: { amount: reward, currency } },
  } as const;
  await notifyAll(work, [
    ...(isCapped ? [] : [{ ...news, userId: referrer.id, key: `${id}:referrer` }]),
    { ...news, userId, key: `${id}:friend` },
  ]);
}

/** Also what was reversed: whoever was found out gets no further tries for it. */
async function rewardedBy({ trx }: Work, referrerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('referrals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('referrer_id', '=', referrerId)
    .where('referrer_state', '!=', 'capped')
    .executeTakeFirstOrThrow();
  return count;
}

function normalInvite(code: string): string {
  return code.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
}
