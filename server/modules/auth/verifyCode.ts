import type { Dependencies } from '../../dependencies.ts';
import { Work } from '../../work.ts';
import { rewardReferral } from '../referral/rewardReferral.ts';
import { signIn } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { proveCode } from './proveCode.ts';
import { endSession, hashSessionId, openSession } from './session.ts';
import { registerUser, type UserRow } from './users.ts';

export interface CodeVerification {
  requestId: string;
  code: string;
  /** Of who invited this person. */
  inviteCode: string | undefined;
  /** The session that the client used until now; it ends, so that a planted one is worth nothing. */
  oldSessionId: string | null;
  /** The caller's network, for the limit. */
  caller: string;
  /** What signs in, as `describeDevice` tells it. */
  device: string;
}

/**
 * Signs a rider in who has the texted code, and registers one who comes for the first time.
 *
 * @throws {ProblemError} as `proveCode` does.
 */
export function verifyCode(
  deps: Dependencies,
  vault: CodeVault,
  { requestId, code, inviteCode, oldSessionId, caller, device }: CodeVerification,
): Promise<{ sessionId: string; user: UserRow; isNew: boolean }> {
  const proof = { requestId, code, caller, purpose: signIn };
  return proveCode(deps, vault, proof, async (trx, { phone, language }) => {
    const now = deps.clock.now();
    const user = await registerUser(trx, { phone, language, now });
    if (user.isNew) {
      const newRider = { userId: user.id, wayIn: phone, inviteCode };
      await rewardReferral(new Work(deps, trx), deps, newRider);
    }
    if (oldSessionId) await endSession(trx, hashSessionId(oldSessionId), 'rotated', now);
    const sessionId = await openSession(trx, { userId: user.id, device, now });
    return { user, isNew: user.isNew, sessionId };
  });
}
