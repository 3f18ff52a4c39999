import { z } from 'zod';
import { Language } from './config.ts';
import { InviteCode } from './referral.ts';
import { SocialProvider } from './socialProvider.ts';

/**
 * `POST /api/auth/social/{provider}`: start to sign in, or to link a social account to the rider's
 * account.
 */
export const SocialStart = z.object({
  /** `link` and `stepUp` need a session; `stepUp` needs a social account that is linked already. */
  purpose: z.enum(['signIn', 'link', 'stepUp']),
  /** SHA-256 of a secret of this page, base64url: only this page can finish the attempt. */
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
 * `POST /api/auth/social/attempts/{attemptId}/finish`: a `SignedIn` for `signIn`, an `Identities`
 * for `link` and `stepUp`. Refused with `signInPending` while the rider is still at the provider. After that it
 * succeeds once, or is refused with `signInCancelled`, `signInFailed`, `providerUnavailable` or
 * `identityTaken`.
 */
export const SocialFinish = z.object({
  verifier: z.string().regex(/^[\w-]{43,128}$/),
  /** The app's language; signing in sets the account's language. */
  language: Language,
  /** As in `CodeAnswer`. */
  inviteCode: InviteCode.optional(),
});
export type SocialFinish = z.infer<typeof SocialFinish>;

/** A social account with which the rider signs in. */
export const Identity = z.object({
  provider: SocialProvider,
  /**
   * The name from the provider, so that the rider recognises it; null if the provider gives none.
   */
  label: z.string().nullable(),
  linkedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof Identity>;

/** `GET /api/me/identities`. The last sign-in method cannot be removed (`lastSignIn`). */
export const Identities = z.object({ identities: z.array(Identity) });
export type Identities = z.infer<typeof Identities>;
