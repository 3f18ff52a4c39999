import type { InviteOutcome } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Work } from '../../work.ts';
import { countInvite } from './countInvite.ts';

export interface SignedInRider {
  userId: string;
  /** Whether this very log in makes the account. */
  isNew: boolean;
  /** The phone, or the social account of who has none. */
  wayIn: string;
  inviteCode: string | undefined;
}

/**
 * Rewards a new rider and who invited them, in the transaction that makes the account. A code that does
 * not count hinders nobody from logging in: the answer says why. Undefined where there is no code.
 */
export async function rewardReferral(
  work: Work,
  deps: Pick<Dependencies, 'settings'>,
  { userId, isNew, wayIn, inviteCode }: SignedInRider,
): Promise<InviteOutcome | undefined> {
  if (inviteCode === undefined) return undefined;
  if (!isNew) return 'inviteForNewRiders';
  return countInvite(work, deps, { userId, waysIn: [wayIn], inviteCode });
}
