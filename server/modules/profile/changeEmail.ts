import type { User } from '../../../contract/signIn/auth.ts';
import type { EmailChanged } from '../../../contract/profile.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { transact, UnitOfWork } from '../../db/unitOfWork.ts';
import { recordChange } from '../accountChanges/recordChange.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { requireProof } from '../auth/proof.ts';
import { findUser, lockUser, presentUser, updateUser } from '../auth/users.ts';
import { answerEmailCode, endPendingCode, mailCode, type EmailAnswer } from './emailCodes.ts';

/**
 * Changes a rider's e-mail address. Null removes the address. With a mail provider, the rider must first
 * confirm the new address with a code, unless it is already confirmed. Without a mail provider, the new
 * address is stored as not confirmed.
 *
 * @throws {ProblemError} `proofNeeded`, `tooManyRequests`, `unavailable`.
 */
export async function changeEmail(
  deps: Dependencies,
  vault: CodeVault,
  { session, email, caller }: { session: RequestSession; email: string | null; caller: string },
): Promise<EmailChanged> {
  const { mail } = deps;
  const { userId } = session;
  const saved = await transact(deps, async (work) => {
    const { trx, now } = work;
    const user = await lockUser(trx, userId);
    await requireProof(deps, trx, session);
    const isConfirmed = user.email === email && user.email_confirmed_at !== null;
    if (email !== null && mail && !isConfirmed) return null;
    await endPendingCode(trx, userId, now, 'email');
    return isConfirmed
      ? presentUser(await findUser(trx, userId))
      : setEmail(work, session, email, null);
  });
  if (saved) return { status: 'saved', user: saved };
  if (email === null || !mail) throw new Error('there is no address or no mail provider');
  const issued = await mailCode(deps, mail, vault, { userId, email, kind: 'email' }, caller);
  return { status: 'codeSent', ...issued };
}

/** @throws {ProblemError} `proofNeeded`, and the errors of `answerEmailCode`. */
export async function verifyEmailChange(
  deps: Dependencies,
  vault: CodeVault,
  { session, ...answer }: Omit<EmailAnswer, 'userId' | 'kind'> & { session: RequestSession },
): Promise<User> {
  await requireProof(deps, deps.db, session);
  const full = { ...answer, userId: session.userId, kind: 'email' } as const;
  const { user, work } = await answerEmailCode(deps, vault, full, async (trx, email, now) => {
    await requireProof(deps, trx, session);
    const work = new UnitOfWork(deps, trx);
    return { user: await setEmail(work, session, email, now), work };
  });
  work.committed();
  return user;
}

async function setEmail(
  work: UnitOfWork,
  session: RequestSession,
  email: string | null,
  confirmedAt: Date | null,
): Promise<User> {
  const { trx } = work;
  const { userId } = session;
  const before = await findUser(trx, userId);
  if (before.email !== email) await recordChange(work, session, { kind: 'email' });
  await updateUser(trx, userId, { email, email_confirmed_at: confirmedAt });
  return presentUser(await findUser(trx, userId));
}
