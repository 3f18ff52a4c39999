import type { CodeIssued, User } from '../../../contract/auth.ts';
import type { Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { proveCode, type CodeProof } from '../auth/codes/proveCode.ts';
import { endIssuedCode, requestCode } from '../auth/codes/requestCode.ts';
import { planRelease } from '../rewards/creditReward.ts';
import { UnitOfWork } from '../../unitOfWork.ts';
import { findUser, isPhoneTaken, lockUser, presentUser, updateUser } from '../auth/users.ts';

/**
 * Sends a code to the rider's new phone. The answer is the same if another rider has this phone.
 *
 * @throws {ProblemError} the errors of `requestCode`.
 */
export async function requestPhoneChange(
  deps: Dependencies,
  vault: CodeVault,
  { userId, phone, caller }: { userId: string; phone: string; caller: string },
): Promise<CodeIssued> {
  const { language } = await findUser(deps.db, userId);
  const purpose = { purpose: 'changePhone', userId } as const;
  const network = { network: caller, device: null };
  return requestCode(deps, vault, { phone, language }, network, purpose);
}

/**
 * Gives a rider the phone that received the code. The rider's sessions continue.
 *
 * @throws {ProblemError} `phoneTaken`, and as `proveCode` does.
 */
export async function verifyPhoneChange(
  deps: Dependencies,
  vault: CodeVault,
  { userId, ...answer }: Omit<CodeProof, 'purpose'> & { userId: string },
): Promise<User> {
  const proof = { ...answer, purpose: { purpose: 'changePhone', userId } } as const;
  // Only a right code reveals that the phone is taken, and that uses up the code.
  const result = await proveCode(deps, vault, proof, async (trx, { phone }) => {
    const taken = await setPhone(trx, userId, phone, deps.clock.now());
    await planRelease(new UnitOfWork(deps, trx), userId, `phone:${answer.requestId}`);
    return taken;
  });
  if (result instanceof ProblemError) throw result;
  deps.outbox.wake();
  return result;
}

/**
 * A phone that nobody has yet has at most one pending code, so nobody else can take it at the same
 * time.
 */
async function setPhone(
  trx: Trx,
  userId: string,
  phone: string,
  now: Date,
): Promise<User | ProblemError> {
  if (await isPhoneTaken(trx, phone, userId)) return new ProblemError('phoneTaken');
  // Codes for a sign-in are outdated after the change. Lock them before the user, in the same order
  // as a sign-in.
  const before = await findUser(trx, userId);
  if (before.phone) await endIssuedCode(trx, before.phone, now);
  await endIssuedCode(trx, phone, now);
  await lockUser(trx, userId);
  await updateUser(trx, userId, { phone });
  return presentUser(await findUser(trx, userId));
}
