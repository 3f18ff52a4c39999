import type { FriendCodeState } from '../../../contract/referral.ts';
import { friendCodeDays } from '../../../contract/rules/promotions/inviteCode.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { registrationTimes } from '../auth/userQueries.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';
import { isFirstRental } from '../rentalRecords/rentalsOfRider.ts';
import { findRewardedReferral } from './rewardHashes.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Whether a rider may still enter an invite code. Each person may enter one code, within some days after the
 * registration and before the first rental. A rider who has invited a friend may not enter a code. The result is `used`
 * if a referral already has the rider as the friend. It is also `used` if a referral has one of the rider's sign-in
 * methods, unless the code is `closed` for another reason: no reward, an invited friend, or too many days.
 */
export async function friendCodeState(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret' | 'referral'>,
  userId: string,
  now: Date,
): Promise<FriendCodeState['state']> {
  if (settings.referral.reward === 0) return 'closed';
  const { as_friend, as_referrer, created_at } = await db
    .selectFrom(registrationTimes(db).as('rider'))
    .select((of) => [
      'rider.created_at',
      of
        .exists(
          of.selectFrom('referrals').select('referrals.id').whereRef('friend_id', '=', 'rider.id'),
        )
        .as('as_friend'),
      of
        .exists(
          of
            .selectFrom('referrals')
            .select('referrals.id')
            .whereRef('referrer_id', '=', 'rider.id'),
        )
        .as('as_referrer'),
    ])
    .where('rider.id', '=', userId)
    .executeTakeFirstOrThrow();
  if (as_friend) return 'used';
  if (as_referrer || created_at <= addMs(now, -friendCodeDays * dayMs)) return 'closed';
  for (const method of await signInMethodsOf(db, userId)) {
    if (await findRewardedReferral(db, settings, 'phone', method)) return 'used';
  }
  return (await isFirstRental(db, userId)) ? 'open' : 'closed';
}
