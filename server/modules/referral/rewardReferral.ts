import type { InviteOutcome } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { SignedInRider } from '../auth/codes/verifyCode.ts';
import { countInvite } from './countInvite.ts';

/**
 * Rewards a new rider and the referrer, in the transaction that creates the account. An invalid invite code does not
 * prevent the sign-in, and the result is the reason. The result is undefined without a code.
 */
export async function rewardReferral(
  work: UnitOfWork,
  deps: Pick<Dependencies, 'settings'>,
  { userId, isNew, signInMethod, inviteCode }: SignedInRider,
): Promise<InviteOutcome | undefined> {
  if (inviteCode === undefined) return undefined;
  if (!isNew) return 'inviteForNewRiders';
  return countInvite(work, deps, { userId, signInMethods: [signInMethod], inviteCode });
}
