import { randomUUID } from 'node:crypto';
import type { Dependencies } from '../../../dependencies.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import { ProviderUnavailableError } from '../../../providers/identity/signInProvider.ts';
import type { Settings } from '../../../settings/settings.ts';
import { addMs } from '../../../db/unitOfWork.ts';
import { OpsError } from '../opsError.ts';
import { digest, randomToken, stateHash } from '../../../ids/signInTokens.ts';

/** The time that an operator has for the sign-in at the provider. */
export const attemptLifeMs = 10 * 60_000;
/** The limit of sign-in attempts from one network address, which several operators may share. */
const attemptLimit = { name: 'operator:attempt', limit: 120, windowSeconds: 60 * 60 };

export const callbackPath = '/api/ops/sign-in/callback';
/** The page to which the browser goes after the sign-in. */
export const consolePath = '/ops';

/** A command that waits at a port on the operator's machine, with its PKCE challenge. */
export interface WaitingCommand {
  port: number;
  challenge: string;
}

export interface AttemptStart {
  again: boolean;
  command: WaitingCommand | null;
  browserToken: string;
  /** The network of the caller, for the rate limit. */
  caller: string;
}

/**
 * Begins a sign-in, and returns the address of the provider's page. The server stores the OAuth
 * parameter `state` as a hash that is valid only for this browser. The address contains only the
 * hash of the PKCE verifier, not the verifier.
 *
 * @throws {OpsError} providerUnavailable. @throws {ProblemError} tooManyRequests.
 */
export async function startAttempt(
  { db, clock, settings, signIn }: Pick<Dependencies, 'db' | 'clock' | 'settings' | 'signIn'>,
  { again, command, browserToken, caller }: AttemptStart,
): Promise<string> {
  const now = clock.now();
  const provider = signIn.operators;
  if (!provider) {
    throw new OpsError('providerUnavailable', 'No provider for operators is configured.');
  }
  await countCall(db, attemptLimit, caller, now);
  const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()];
  const asked = { state, nonce, codeChallenge: digest(codeVerifier) };
  const url = await provider
    .authorizationUrl({ ...asked, redirectUri: redirectUri(settings) }, again)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      throw new OpsError('providerUnavailable', 'The provider does not answer. Try again later.');
    });
  await db
    .insertInto('operator_attempts')
    .values({
      id: randomUUID(),
      state_hash: stateHash(state, browserToken),
      nonce,
      code_verifier: codeVerifier,
      again,
      port: command?.port ?? null,
      challenge: command?.challenge ?? null,
      created_at: now,
      expires_at: addMs(now, attemptLifeMs),
    })
    .execute();
  return url;
}

/** The redirect URI must be registered at the provider in exactly this form. */
export function redirectUri({ publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return publicUrl + callbackPath;
}
