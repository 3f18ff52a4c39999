import type { Proof, ProofFactors } from '../../../contract/signIn/stepUp.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { identitiesOf } from './linkedIdentities.ts';
import { maskEmail, maskPhone } from './maskedContacts.ts';
import { findUser } from './users.ts';

/** How long a sign-in, or a step-up in the session, counts as a proof. */
const proofLifetimeMs = 10 * 60_000;

type Deps = Pick<Dependencies, 'clock' | 'mail' | 'signIn'>;

/**
 * Refuses a change if the session has no recent proof, because a thief may use a stolen session. In the transaction of
 * the change, lock the user's row, and then call this function. Before the lock, another call may still end the
 * session.
 *
 * @throws {ProblemError} `proofNeeded` with the factors by which the rider can give a proof; `signInRequired` if the
 * session has ended.
 */
export async function requireProof(
  deps: Deps,
  db: Db | Trx,
  session: RequestSession,
): Promise<void> {
  if ((await readProvenUntil(deps, db, session)) !== null) return;
  throw new ProblemError('proofNeeded', { factors: await findFactors(deps, db, session.userId) });
}

/** @throws {ProblemError} `signInRequired` if the session has ended. */
export async function readProof(deps: Deps, db: Db | Trx, session: RequestSession): Promise<Proof> {
  return {
    provenUntil: await readProvenUntil(deps, db, session),
    factors: await findFactors(deps, db, session.userId),
  };
}

async function readProvenUntil(
  { clock }: Pick<Deps, 'clock'>,
  db: Db | Trx,
  { idHash }: RequestSession,
): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'proven_at'])
    .where('id_hash', '=', idHash)
    .where('state', '=', 'active')
    // With this lock, the session cannot end before the change is committed.
    .forShare()
    .executeTakeFirst();
  if (!row) throw new ProblemError('signInRequired');
  const until = addMs(row.proven_at ?? row.created_at, proofLifetimeMs);
  return until > clock.now() ? until.toISOString() : null;
}

/**
 * Stores that the rider gave a proof in this session.
 *
 * @throws {ProblemError} `signInRequired` if the session ended before this call.
 */
export async function storeProof(trx: Trx, idHash: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ proven_at: now })
    .where('id_hash', '=', idHash)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProblemError('signInRequired');
}

async function findFactors(
  { mail, signIn }: Pick<Deps, 'mail' | 'signIn'>,
  db: Db | Trx,
  userId: string,
): Promise<ProofFactors> {
  const { phone, email, email_confirmed_at: confirmedAt } = await findUser(db, userId);
  const identities = await identitiesOf(db, userId);
  return {
    phone: phone && maskPhone(phone),
    email: mail && confirmedAt && email && maskEmail(email),
    identities: identities.map(({ provider }) => provider).filter((one) => signIn[one]),
  };
}
