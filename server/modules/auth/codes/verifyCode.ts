import type { InviteOutcome } from '../../../../contract/referral.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { UnitOfWork } from '../../../db/unitOfWork.ts';
import { signIn } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { proveCode } from './proveCode.ts';
import { rememberDevice } from '../knownDevices.ts';
import { unlock } from '../accountLock.ts';
import { endSession, hashSessionId, openSession } from '../session.ts';
import { guestOfSession, signInGuest, type MoveGuest } from '../guests.ts';
import { registerUser, type UserRow } from '../users.ts';

export interface CodeVerification {
  requestId: string;
  code: string;
  /** The invite code of another rider. */
  inviteCode: string | undefined;
  /**
   * The id of the session that the client used before; null if there was none. This session ends, because an attacker
   * may have chosen its id.
   */
  oldSessionId: string | null;
  /** The network of the caller, for the rate limit. */
  caller: string;
  /** The name of the device, from `describeDevice`. */
  device: string;
  /** The hash of the token that the browser sent with this call; null if it sent none. */
  askedBy: string | null;
  /** The hash of the token that the browser has after the sign-in. */
  knownAs: string;
}

export interface SignedInRider {
  userId: string;
  /** Whether this sign-in created the account. */
  isNew: boolean;
  /** The phone or the social account with which the rider signs in. */
  signInMethod: string;
  inviteCode: string | undefined;
}

/** Applies an invite code for a new rider, in the transaction that creates the account. */
export type RewardInvite = (
  work: UnitOfWork,
  deps: Pick<Dependencies, 'settings'>,
  rider: SignedInRider,
) => Promise<InviteOutcome | undefined>;

interface SignInParts {
  vault: CodeVault;
  rewardInvite: RewardInvite;
  moveGuest: MoveGuest;
}

export interface Verified {
  sessionId: string;
  user: UserRow;
  isNew: boolean;
  invite: InviteOutcome | undefined;
}

/**
 * Signs in the rider who entered the code. A rider without an account gets a new account.
 *
 * If the caller has a guest's session, the guest becomes this rider, or the rider's account gets the guest's rentals.
 * The guest's session ends.
 *
 * @throws {ProblemError} the errors of `proveCode`, and `phoneRenting` if both the guest and the rider have an open
 * rental.
 */
export async function verifyCode(
  deps: Dependencies,
  { vault, rewardInvite, moveGuest }: SignInParts,
  { requestId, code, inviteCode, oldSessionId, caller, ...browser }: CodeVerification,
): Promise<Verified> {
  const { device, askedBy, knownAs } = browser;
  const proof = { requestId, code, caller, browser: askedBy, purpose: signIn };
  const { verified, work } = await proveCode(
    deps,
    vault,
    proof,
    async (trx, { phone, language }) => {
      const work = new UnitOfWork(deps, trx);
      const { now } = work;
      const guestId = await guestOfSession(trx, oldSessionId, now);
      const user =
        guestId === null
          ? await registerUser(trx, { phone, language, now })
          : await signInGuest(work, moveGuest, guestId, { phone, language });
      const { id: userId, isNew } = user;
      const signedIn = { userId, isNew, signInMethod: phone, inviteCode };
      const invite = await rewardInvite(work, deps, signedIn);
      if (oldSessionId) await endSession(trx, hashSessionId(oldSessionId), 'rotated', now);
      await unlock(trx, userId);
      const sessionId = await openSession(trx, { userId, device, now });
      await rememberDevice(trx, { device: knownAs, userId, now });
      return { verified: { user, isNew, invite, sessionId }, work };
    },
  );
  work.committed();
  return verified;
}
