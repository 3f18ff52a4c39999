import type { Referral, ReferralReward } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import { rewardStates } from '../rewards/pendingRewards.ts';
import { riderNames } from '../auth/userQueries.ts';
import { findUser } from '../auth/users.ts';

/** The maximum number of rewards that are shown. Older rewards are omitted. */
const shownRewards = 200;

/** A rider's own invite code, and the rider's rewards as a referrer and as a friend. */
export async function readReferral(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  userId: string,
): Promise<Referral> {
  const { invite_code: code } = await findUser(db, userId);
  const rows = await db
    .selectFrom('referrals')
    .innerJoin(riderNames(db).as('referrer'), 'referrer.id', 'referrals.referrer_id')
    .innerJoin(riderNames(db).as('friend'), 'friend.id', 'referrals.friend_id')
    .select(['referrals.id', 'referrer_id', 'referrer_state', 'friend_state'])
    .select(['referrals.amount', 'referrals.currency', 'referrals.created_at'])
    .select(['referrer.name as referrer_name', 'friend.name as friend_name'])
    .where((or) => or.or([or('referrer_id', '=', userId), or('friend_id', '=', userId)]))
    .orderBy('referrals.created_at', 'desc')
    .orderBy('referrals.id')
    .limit(shownRewards)
    .execute();
  const { count } = await db
    .selectFrom('referrals')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('referrer_id', '=', userId)
    .where('referrer_state', '!=', 'capped')
    .executeTakeFirstOrThrow();
  const { currency, publicUrl, referral } = settings;
  const states = await rewardStates(db, userId);
  return {
    code,
    link: `${publicUrl}/home?invite=${encodeURIComponent(code)}`,
    reward: { amount: referral.reward, currency },
    limit: referral.limit,
    rewarded: count,
    rewards: rows.map((row): ReferralReward => {
      const isOwn = row.referrer_id === userId;
      const credit = states.get(`referral:${row.id}:${isOwn ? 'referrer' : 'friend'}`);
      const state = isOwn ? row.referrer_state : row.friend_state;
      return {
        id: row.id,
        role: isOwn ? 'invited' : 'friend',
        initials: initialsOf(isOwn ? row.friend_name : row.referrer_name),
        amount: { amount: row.amount, currency: row.currency },
        state: credit === 'refused' ? 'reversed' : state,
        ...(credit === 'pending' && { pending: true }),
        at: row.created_at.toISOString(),
      };
    }),
  };
}

/** The initials of the first and the last word of a name. */
function initialsOf(name: string | null): string | null {
  const words = name?.trim().split(/\s+/).filter(Boolean) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map(firstLetter).join('');
  return initials === '' ? null : initials.toUpperCase();
}

/** The first letter of a word, with its combining marks. */
function firstLetter(word: string | undefined): string {
  const [first] = new Intl.Segmenter().segment(word ?? '');
  return first?.segment ?? '';
}
