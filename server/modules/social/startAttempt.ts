import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { SocialStart, SocialStarted } from '../../../contract/signIn/social.ts';
import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { ProviderUnavailableError } from '../../providers/identity/signInProvider.ts';
import { requireProof } from '../auth/proof.ts';
import type { Settings } from '../../settings/settings.ts';
import { digest, randomToken, stateHash } from '../../ids/signInTokens.ts';
import { attemptLifetimeMs } from './attempts.ts';

export interface AttemptStart extends SocialStart {
  provider: SocialProvider;
  /** The session of the rider; null if the caller is not signed in when the attempt starts. */
  session: RequestSession | null;
  /** The token of the browser, from `setBrowserToken`. */
  browserToken: string;
  /** The network of the caller, for the rate limit. */
  caller: string;
}

/**
 * Begins an attempt and returns the address of the provider's page. The server stores only a hash
 * of the state, and this hash is valid only for this browser. The address contains the hash of the
 * PKCE verifier, but not the verifier.
 *
 * @throws {ProblemError}
 * - `notFound` if the provider is not configured
 * - `signInRequired` if a caller without a session wants to link an identity or to give a proof
 * - `proofNeeded` if the rider must give a proof before linking an identity
 * - `tooManyRequests`
 * - `providerUnavailable`
 */
export async function startAttempt(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings' | 'signIn' | 'mail'>,
  { provider, purpose, challenge, session, browserToken, caller }: AttemptStart,
): Promise<SocialStarted> {
  const { db, clock, settings, signIn } = deps;
  const asked = signIn[provider];
  if (!asked) throw new ProblemError('notFound', { fields: ['params.provider'] });
  if (purpose !== 'signIn' && session === null) throw new ProblemError('signInRequired');
  // Require the proof already here, because the rider must give the proof before the provider's page opens.
  if (purpose === 'link' && session) await requireProof(deps, db, session);
  const now = clock.now();
  const limit = settings.codeLimits.perAddressPerHour;
  await countCall(db, { name: 'social:address', limit, windowSeconds: 60 * 60 }, caller, now);

  const attemptId = randomUUID();
  const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()];
  const request = { state, nonce, codeChallenge: digest(codeVerifier) };
  const url = await asked
    .authorizationUrl({ ...request, redirectUri: redirectUri(settings, provider) })
    .catch((error: unknown) => {
      if (error instanceof ProviderUnavailableError) throw new ProblemError('providerUnavailable');
      throw error;
    });
  await db
    .insertInto('social_attempts')
    .values({
      id: attemptId,
      provider,
      purpose,
      user_id: purpose === 'signIn' ? null : (session?.userId ?? null),
      challenge,
      state_hash: stateHash(state, browserToken),
      nonce,
      code_verifier: codeVerifier,
      state: 'pending',
      created_at: now,
      expires_at: new Date(now.getTime() + attemptLifetimeMs),
    })
    .execute();
  return { attemptId, url };
}

/**
 * The redirect URI of the server for a provider. It must be registered at the provider in exactly this form.
 */
export function redirectUri({ publicUrl }: Settings, provider: SocialProvider): string {
  return publicUrl + fillPath(paths.socialCallback, { provider });
}
