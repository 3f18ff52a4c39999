import { z } from 'zod';
import type { CallOrigin } from '../../../../contract/operators/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import type { OperatorProof } from '../../../providers/identity/operatorSignIn.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { recordOperatorAction } from '../../audit/operatorActions.ts';
import { OpsError } from '../opsError.ts';
import { openSession } from './sessions.ts';
import { redirectUri, type WaitingCommand } from './startAttempt.ts';
import { answersChallenge, digest, randomToken, stateHash } from '../../../ids/signInTokens.ts';

type Proven = Extract<OperatorProof, { outcome: 'proven' }>;
export const SignInFailure = z.enum(['cancelled', 'unavailable', 'refused']);
export type SignInFailure = z.infer<typeof SignInFailure>;

/**
 * The time for which a code is valid. A command gets the code within moments, because the browser opens the command's
 * address at once.
 */
const codeLifeMs = 2 * 60_000;
export const codeLimit = { name: 'operator:code', limit: 60, windowSeconds: 60 * 60 };

/** The result for the browser: a failure, a session, or a code for the waiting command. */
export type AttemptResult =
  /**
   * `subject` is the person's own account at the provider. The person can send it to an administrator, to get access.
   */
  | { failure: SignInFailure; command: WaitingCommand | null; subject?: string }
  | { token: string }
  | { code: string; command: WaitingCommand };

interface Answer {
  params: URLSearchParams;
  browserToken: string;
  /** The name from `describeDevice`. */
  device: string;
  origin: CallOrigin;
}

/** Handles the answer of the provider. Each attempt works once, and only in the browser that began it. */
export async function finishAttempt(
  deps: Dependencies,
  { params, browserToken, device, origin }: Answer,
): Promise<AttemptResult> {
  const { settings, signIn, log } = deps;
  const state = params.get('state') ?? '';
  const attempt = await spendState(deps, stateHash(state, browserToken));
  if (!attempt || !signIn.operators) return { failure: 'refused', command: null };
  const { nonce, code_verifier: codeVerifier, again, port, challenge } = attempt;
  const command = port === null || challenge === null ? null : { port, challenge };
  const answer = { params, redirectUri: redirectUri(settings), state, nonce, codeVerifier };
  const proof = await signIn.operators.prove(answer, again).catch((error: unknown) => {
    log.error({ err: error }, 'the sign-in of an operator could not be checked');
    return { outcome: 'failed' } as const;
  });
  if (proof.outcome !== 'proven') {
    log.warn({ outcome: proof.outcome }, 'the sign-in of an operator failed at the provider');
    return { failure: proof.outcome === 'failed' ? 'refused' : proof.outcome, command };
  }
  return transact(deps, async (work): Promise<AttemptResult> => {
    const operator = await matchOperator(work, proof);
    // The answer contains no reason, so that nobody can find out who is an operator.
    if (!operator) return { failure: 'refused', command, subject: proof.subject };
    const factor = proof.isMultiFactor ? ('provider' as const) : null;
    const provenAt = proof.ageMs === null ? null : addMs(work.now, -proof.ageMs);
    const proven = { operatorId: operator.id, factor, provenAt };
    if (command === null) {
      return { token: await openRecorded(work, operator.name, { ...proven, device }, origin) };
    }
    const code = randomToken();
    await work.trx
      .updateTable('operator_attempts')
      .set({
        operator_id: operator.id,
        factor,
        proven_at: provenAt,
        code_hash: digest(code),
        code_expires_at: addMs(work.now, codeLifeMs),
      })
      .where('id', '=', attempt.id)
      .execute();
    return { code, command };
  });
}

/**
 * Finds the sign-in attempt by the hash of its OAuth parameter `state`. Replaces the hash, so that a second answer with
 * this `state` finds nothing.
 */
function spendState({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, hash: string) {
  return db
    .updateTable('operator_attempts')
    .set({ state_hash: `spent ${randomToken()}` })
    .where('state_hash', '=', hash)
    .where('expires_at', '>', clock.now())
    .returning(['id', 'nonce', 'code_verifier', 'again', 'port', 'challenge'])
    .executeTakeFirst();
}

/**
 * Finds the operator to whom an account of the sign-in provider belongs. Returns null if there is no such operator, or
 * if the operator is blocked. At the first sign-in, the server compares the verified e-mail address of the account with
 * the addresses of invited operators, and stores the account for the operator who matches. At later sign-ins, it
 * compares only the account, because the provider may give the address to another person.
 */
async function matchOperator(
  { trx }: UnitOfWork,
  { issuer, subject, email }: Proven,
): Promise<{ id: string; name: string } | null> {
  const found = await trx
    .selectFrom('operators')
    .select(['id', 'name', 'blocked_at'])
    .where((where) =>
      where.or([
        where.and({ issuer, subject }),
        ...(email === null
          ? []
          : [where.and([where('email', '=', email.toLowerCase()), where('subject', 'is', null)])]),
      ]),
    )
    .orderBy('subject')
    .forUpdate()
    .execute();
  const [operator] = found;
  if (!operator || operator.blocked_at) return null;
  await trx
    .updateTable('operators')
    .set({ issuer, subject, invited_at: null })
    .where('id', '=', operator.id)
    .execute();
  return operator;
}

/**
 * Opens a session for a command that waits for a sign-in. The browser gives the command the code,
 * and the command proves with the verifier that it began the sign-in.
 *
 * @throws {OpsError} linkRefused. @throws {ProblemError} tooManyRequests.
 */
export async function useCode(
  deps: Dependencies,
  { code, verifier, device, caller, origin }: UsedCode,
): Promise<string> {
  await countCall(deps.db, codeLimit, caller, deps.clock.now());
  return transact(deps, async (work) => {
    const attempt = await work.trx
      .updateTable('operator_attempts')
      .set({ code_hash: null })
      .where('code_hash', '=', digest(code))
      .where('code_expires_at', '>', work.now)
      .returning(['operator_id', 'challenge', 'factor', 'proven_at'])
      .executeTakeFirst();
    const operatorId = attempt?.operator_id ?? null;
    if (!attempt || operatorId === null || !answersChallenge(verifier, attempt.challenge ?? '')) {
      return null;
    }
    const operator = await work.trx
      .selectFrom('operators')
      .select('name')
      .where('id', '=', operatorId)
      .where('blocked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!operator) return null;
    const { factor, proven_at: provenAt } = attempt;
    return openRecorded(work, operator.name, { operatorId, factor, provenAt, device }, origin);
  }).then((token) => {
    // A refused code must not work again, so throw only after the commit.
    if (token !== null) return token;
    throw new OpsError('linkRefused', 'The code is wrong, used or expired.');
  });
}

interface UsedCode {
  code: string;
  verifier: string;
  device: string;
  caller: string;
  origin: CallOrigin;
}

async function openRecorded(
  work: UnitOfWork,
  name: string,
  session: Omit<Parameters<typeof openSession>[1], 'way'>,
  origin: CallOrigin,
): Promise<string> {
  const { id, token } = await openSession(work, { ...session, way: 'provider' });
  await recordOperatorAction(work, {
    action: 'operator.signIn',
    subject: name,
    who: name,
    details: { session: id, way: 'provider' },
    origin,
  });
  return token;
}
