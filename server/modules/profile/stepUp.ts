import type { CodeIssued } from '../../../contract/signIn/auth.ts';
import type { Proof, ProofCodeAnswer, ProofCodeRequest } from '../../../contract/signIn/stepUp.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { proveCode } from '../auth/codes/proveCode.ts';
import { requestCode } from '../auth/codes/requestCode.ts';
import { readProof, storeProof } from '../auth/proof.ts';
import { findUser, lockUserAgainstDeletion } from '../auth/users.ts';
import { answerEmailCode, mailCode } from './emailCodes.ts';
import { reportCap } from '../support/reportCap.ts';

/**
 * The session of the rider who requests a step-up, and the network of the request. The rate limits
 * use both.
 */
export interface Asking {
  session: RequestSession;
  caller: string;
}

/**
 * Sends a code to the rider's current phone number or confirmed e-mail address.
 *
 * @throws {ProblemError} `notFound` if the rider has no such number or address, and the errors of
 * `requestCode` and `mailCode`.
 */
export async function requestStepUp(
  deps: Dependencies,
  vault: CodeVault,
  { session: { userId }, caller }: Asking,
  { by }: ProofCodeRequest,
): Promise<CodeIssued> {
  const user = await findUser(deps.db, userId);
  const { phone, email, language } = user;
  if (by === 'phone' && phone !== null) {
    const asking = { network: caller, browser: null };
    const purpose = { purpose: 'stepUp', userId } as const;
    return requestCode(deps, vault, { phone, language }, asking, purpose).catch((error: unknown) =>
      reportCap(deps, error),
    );
  }
  if (by === 'email' && email !== null && user.email_confirmed_at && deps.mail) {
    return mailCode(deps, deps.mail, vault, { userId, email, kind: 'stepUp' }, caller);
  }
  throw new ProblemError('notFound', { fields: ['body.by'] });
}

/**
 * Stores a proof in the session. The code must be right, and the rider must still have the phone
 * number or address to which the code was sent.
 *
 * @throws {ProblemError} the errors of `proveCode` and `answerEmailCode`; `codeExpired` if the
 * rider's phone number or address has changed.
 */
export async function verifyStepUp(
  deps: Dependencies,
  vault: CodeVault,
  { session, caller }: Asking,
  { requestId, by, code }: ProofCodeAnswer & { requestId: string },
): Promise<Proof> {
  const { idHash, userId } = session;
  if (by === 'phone') {
    const purpose = { purpose: 'stepUp', userId } as const;
    await proveCode(deps, vault, { requestId, code, caller, purpose }, async (trx, { phone }) => {
      await lockUserAgainstDeletion(trx, userId);
      if ((await findUser(trx, userId)).phone !== phone) throw new ProblemError('codeExpired');
      await storeProof(trx, idHash, deps.clock.now());
    });
  } else {
    const answer = { userId, requestId, code, caller, kind: 'stepUp' } as const;
    await answerEmailCode(deps, vault, answer, async (trx, email, now) => {
      if ((await findUser(trx, userId)).email !== email) throw new ProblemError('codeExpired');
      await storeProof(trx, idHash, now);
    });
  }
  return readProof(deps, deps.db, session);
}
