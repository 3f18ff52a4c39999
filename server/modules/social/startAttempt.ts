import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { SocialStart, SocialStarted } from '../../../contract/social.ts';
import type { SocialProvider } from '../../../contract/socialProvider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { ProviderAwayError } from '../../providers/identity/signInProvider.ts';
import type { Settings } from '../../settings/settings.ts';
import { attemptLifetimeMs, digest, randomToken, stateHash } from './attempts.ts';

export interface AttemptStart extends SocialStart {
  provider: SocialProvider;
  /** Who asks, where somebody is signed in. */
  userId: string | null;
  /** The browser's, from `giveMark`. */
  mark: string;
  /** The caller's network, for the limit. */
  caller: string;
}

/**
 * Begins an attempt and answers the provider's page. The state that comes back with the person is
 * stored hashed, with the mark of the browser; the nonce and the PKCE verifier never leave the server.
 *
 * @throws {ProblemError} `notFound` where the provider is not configured, `signInRequired` to link
 *   without a session, `tooManyRequests`, `providerUnavailable`.
 */
export async function startAttempt(
  { db, clock, settings, signIn }: Pick<Dependencies, 'db' | 'clock' | 'settings' | 'signIn'>,
  { provider, purpose, challenge, userId, mark, caller }: AttemptStart,
): Promise<SocialStarted> {
  const asked = signIn[provider];
  if (!asked) throw new ProblemError('notFound', { fields: ['params.provider'] });
  if (purpose === 'link' && userId === null) throw new ProblemError('signInRequired');
  const now = clock.now();
  const limit = settings.codeLimits.perAddressPerHour;
  await countCall(db, { name: 'social:address', limit, windowSeconds: 60 * 60 }, caller, now);

  const attemptId = randomUUID();
  const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()];
  const request = { state, nonce, codeChallenge: digest(codeVerifier) };
  const url = await asked
    .authorizationUrl({ ...request, redirectUri: redirectUri(settings, provider) })
    .catch((error: unknown) => {
      if (error instanceof ProviderAwayError) throw new ProblemError('providerUnavailable');
      throw error;
    });
  await db
    .insertInto('social_attempts')
    .values({
      id: attemptId,
      provider,
      purpose,
      user_id: purpose === 'link' ? userId : null,
      challenge,
      state_hash: stateHash(state, mark),
      nonce,
      code_verifier: codeVerifier,
      state: 'pending',
      created_at: now,
      expires_at: new Date(now.getTime() + attemptLifetimeMs),
    })
    .execute();
  return { attemptId, url };
}

/** Where a provider sends people back to; it has to be entered there, letter by letter. */
export function redirectUri({ publicUrl }: Settings, provider: SocialProvider): string {
  return publicUrl + fillPath(paths.socialCallback, { provider });
}
