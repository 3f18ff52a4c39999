import type { Proof, ProofFactors } from '../../../contract/stepUp.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { addMs } from '../../unitOfWork.ts';
import { identitiesOf } from './linkedIdentities.ts';
import { maskEmail, maskPhone } from './maskedContacts.ts';
import { findUser } from './users.ts';

/** How long a sign-in, or a step-up in the session, counts as a proof. */
const proofLifetimeMs = 10 * 60_000;

type Deps = Pick<Dependencies, 'clock' | 'mail' | 'signIn'>;

/**
 * Refuses a change that a stolen session must not make. Call it in the transaction of the change,
 * after the user's row is locked: it also notices that the session ended in between.
 *
 * @throws {ProblemError} `proofNeeded` with the factors, `signInRequired`.
 */
export async function requireProof(
  deps: Deps,
  db: Db | Trx,
  session: RequestSession,
): Promise<void> {
  const { provenUntil, factors } = await readProof(deps, db, session);
  if (provenUntil === null) throw new ProblemError('proofNeeded', { factors });
}

/** @throws {ProblemError} `signInRequired` if the session ended in between. */
export async function readProof(
  deps: Deps,
  db: Db | Trx,
  { idHash, userId }: RequestSession,
): Promise<Proof> {
  const row = await db
    .selectFrom('sessions')
    .select(['created_at', 'proven_at'])
    .where('id_hash', '=', idHash)
    .where('state', '=', 'active')
    // The session cannot end before the change is committed.
    .forShare()
    .executeTakeFirst();
  if (!row) throw new ProblemError('signInRequired');
  const until = addMs(row.proven_at ?? row.created_at, proofLifetimeMs);
  return {
    provenUntil: until > deps.clock.now() ? until.toISOString() : null,
    factors: await findFactors(deps, db, userId),
  };
}

/**
 * Stores that the rider gave a proof in this session.
 *
 * @throws {ProblemError} `signInRequired` if the session ended in between.
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
