import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Proof } from '../../providers/identity/signInProvider.ts';
import { randomToken, stateHash } from '../../ids/signInTokens.ts';
import { redirectUri } from './startAttempt.ts';

/**
 * Handles a provider's answer, and stores the result in the attempt: the proven identity, or the failure. The function
 * does not sign the rider in: the page that began the attempt finishes the attempt.
 *
 * @returns the attempt, or null if the state is unknown, used, expired, or from another browser.
 */
export async function handleAnswer(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings' | 'signIn' | 'log'>,
  provider: SocialProvider,
  params: URLSearchParams,
  browserToken: string,
): Promise<string | null> {
  const { db, settings, signIn } = deps;
  const state = params.get('state') ?? '';
  const attempt = await spendState(deps, stateHash(state, browserToken));
  if (!attempt) return null;
  const asked = signIn[provider];
  const proof: Proof =
    // Refuse an answer that arrived at the address of a provider with which the attempt did not
    // begin (mix-up attack, RFC 9207).
    asked && attempt.provider === provider
      ? await asked
          .prove({
            params,
            redirectUri: redirectUri(settings, provider),
            state,
            nonce: attempt.nonce,
            codeVerifier: attempt.code_verifier,
          })
          .catch((error: unknown): Proof => {
            // This error is a bug of the server. The rider still gets an answer.
            deps.log.error({ err: error }, 'a social sign-in could not be checked');
            return { outcome: 'failed' };
          })
      : { outcome: 'failed' };
  if (proof.outcome === 'failed' || proof.outcome === 'unavailable') {
    deps.log.warn({ provider, outcome: proof.outcome }, 'a social sign-in failed at the provider');
  }
  await storeProof(db, attempt.id, proof);
  return attempt.id;
}

/**
 * Finds the attempt of a state and marks the state as used. A second answer with this state does not find the attempt.
 */
function spendState({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, hash: string) {
  return db
    .updateTable('social_attempts')
    .set({ state_hash: `spent ${randomToken()}` })
    .where('state_hash', '=', hash)
    .where('state', '=', 'pending')
    .where('expires_at', '>', clock.now())
    .returning(['id', 'provider', 'nonce', 'code_verifier'])
    .executeTakeFirst();
}

async function storeProof(db: Db, attemptId: string, proof: Proof): Promise<void> {
  const proven =
    proof.outcome === 'proven'
      ? { issuer: proof.issuer, subject: proof.subject, label: proof.name }
      : {};
  await db
    .updateTable('social_attempts')
    .set({ state: proof.outcome, ...proven })
    .where('id', '=', attemptId)
    .where('state', '=', 'pending')
    .execute();
}
