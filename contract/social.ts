import { z } from 'zod';
import { Language } from './config.ts';
import { InviteCode } from './referral.ts';
import { SocialProvider } from './socialProvider.ts';

/** `POST /api/auth/social/{provider}`: begin to sign in, or to link an account to one's own. */
export const SocialStart = z.object({
  /** `link` needs a session. */
  purpose: z.enum(['signIn', 'link']),
  /** SHA-256 of a secret that only this page knows, base64url: nobody else can finish the attempt. */
  challenge: z.string().regex(/^[\w-]{43}$/),
});
export type SocialStart = z.infer<typeof SocialStart>;

export const SocialStarted = z.object({
  attemptId: z.uuid(),
  /** The provider's page. It leads back to `/login/social?attempt={attemptId}`. */
  url: z.url(),
});
export type SocialStarted = z.infer<typeof SocialStarted>;

/**
 * `POST /api/auth/social/attempts/{attemptId}/finish`: a `SignedIn` for `signIn`, an `Identities` for
 * `link`. Refused with `signInPending` while the person is still with the provider, then once only with
 * `signInCancelled`, `signInFailed`, `providerUnavailable` or `identityTaken`.
 */
export const SocialFinish = z.object({
  verifier: z.string().regex(/^[\w-]{43,128}$/),
  /** The app's; signing in sets the account's. */
  language: Language,
  /** As in `CodeAnswer`. */
  inviteCode: InviteCode.optional(),
});
export type SocialFinish = z.infer<typeof SocialFinish>;

/** An account elsewhere with which the rider signs in. */
export const Identity = z.object({
  provider: SocialProvider,
  /** As the provider tells it, to be recognised by; null where it does not. */
  label: z.string().nullable(),
  linkedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof Identity>;

/** `GET /api/me/identities`. The last way in cannot be removed (`lastSignIn`). */
export const Identities = z.object({ identities: z.array(Identity) });
export type Identities = z.infer<typeof Identities>;
