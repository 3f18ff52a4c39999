import type { CodeIssued, User } from '../../../contract/signIn/auth.ts';
import { inTransaction } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { recordChange } from '../accountChanges/recordChange.ts';
import { refuseBlockedPhone } from '../auth/blocks/blockedRiders.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { proveCode, type CodeProof } from '../auth/codes/proveCode.ts';
import { endIssuedCodes } from '../auth/codes/pendingCodes.ts';
import { requestCode } from '../auth/codes/requestCode.ts';
import { requireProof } from '../auth/proof.ts';
import { planRelease } from '../rewards/creditReward.ts';
import { UnitOfWork } from '../../db/unitOfWork.ts';
import { findUser, isPhoneTaken, lockUser, presentUser, updateUser } from '../auth/users.ts';
import { reportCap } from '../support/reportCap.ts';

/**
 * Sends a code to the rider's new phone number. The answer is the same if another rider has this number. A rider with a
 * blocked number gets no code, because the block would not apply to the new number.
 *
 * @throws {ProblemError} `proofNeeded`, `accountBlocked`, and the errors of `requestCode`.
 */
export async function requestPhoneChange(
  deps: Dependencies,
  vault: CodeVault,
  { session, phone, caller }: { session: RequestSession; phone: string; caller: string },
): Promise<CodeIssued> {
  await requireProof(deps, deps.db, session);
  const { userId } = session;
  const { language, phone: before } = await findUser(deps.db, userId);
  await inTransaction(deps.db, (trx) => refuseBlockedPhone(trx, deps.settings, before));
  const purpose = { purpose: 'changePhone', userId } as const;
  const asking = { network: caller, browser: null };
  return requestCode(deps, vault, { phone, language }, asking, purpose).catch((error: unknown) =>
    reportCap(deps, error),
  );
}

/**
 * Sets the phone number that received the code as the number of the rider. The calling session continues, and the
 * rider's other sessions end.
 *
 * @throws {ProblemError} `phoneTaken`, `proofNeeded`, and the errors of `proveCode`.
 */
export async function verifyPhoneChange(
  deps: Dependencies,
  vault: CodeVault,
  { session, ...answer }: Omit<CodeProof, 'purpose'> & { session: RequestSession },
): Promise<User> {
  const { userId } = session;
  // Check the proof before the code, so that a call without a proof uses up no try of the code.
  await requireProof(deps, deps.db, session);
  const proof = { ...answer, purpose: { purpose: 'changePhone', userId } } as const;
  // Only a call with the right code finds out that another rider has the phone number, and this call uses up the code.
  const { result, work } = await proveCode(deps, vault, proof, async (trx, { phone }) => {
    const work = new UnitOfWork(deps, trx);
    const result = await setPhone(deps, work, session, phone);
    await planRelease(work, userId, `phone:${answer.requestId}`);
    return { result, work };
  });
  work.committed();
  if (result instanceof ProblemError) throw result;
  return result;
}

/**
 * Sets the new phone number of a rider. No other rider can get this number at the same time, because `proveCode` has
 * locked the number.
 */
async function setPhone(
  deps: Dependencies,
  work: UnitOfWork,
  session: RequestSession,
  phone: string,
): Promise<User | ProblemError> {
  const { trx, now } = work;
  const { userId } = session;
  if (await isPhoneTaken(trx, phone, userId)) return new ProblemError('phoneTaken');
  // End the sign-in codes of the old and the new number. Lock these codes before the user, in the same order as a
  // sign-in, to prevent a deadlock.
  const before = await findUser(trx, userId);
  if (before.phone) await endIssuedCodes(trx, before.phone, now);
  await endIssuedCodes(trx, phone, now);
  const locked = await lockUser(trx, userId);
  await requireProof(deps, trx, session);
  if (locked.phone !== phone) {
    await recordChange(work, session, { kind: 'phone' });
    await updateUser(trx, userId, { phone, phone_changed_at: now });
  }
  return presentUser(await findUser(trx, userId));
}
