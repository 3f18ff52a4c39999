import { z } from 'zod';
import { Language } from '../config.ts';
import { InviteCode } from '../referral.ts';
import { SocialProvider } from './socialProvider.ts';

/**
 * `POST /api/auth/social/{provider}` starts a sign-in, or links a social account to the rider's
 * account.
 */
export const SocialStart = z.object({
  /** `link` and `stepUp` need a session. `stepUp` also needs a social account that is linked already. */
  purpose: z.enum(['signIn', 'link', 'stepUp']),
  /**
   * The SHA-256 hash, in base64url, of a secret that only this page knows. Therefore only this page
   * can finish the attempt.
   */
  challenge: z.string().regex(/^[\w-]{43}$/),
});
export type SocialStart = z.infer<typeof SocialStart>;

export const SocialStarted = z.object({
  attemptId: z.uuid(),
  /**
   * The address of the provider's page. After the sign-in, the provider redirects the rider to
   * `/login/social?attempt={attemptId}`.
   */
  url: z.url(),
});
export type SocialStarted = z.infer<typeof SocialStarted>;

/**
 * `POST /api/auth/social/attempts/{attemptId}/finish` returns a `SignedIn` for `signIn`, and an `Identities` for `link`
 * and `stepUp`. It returns `signInPending` while the rider is still at the provider. After that, it succeeds once, or
 * returns `signInCancelled`, `signInFailed`, `providerUnavailable`, `identityTaken`, `accountLocked`, `proofNeeded` or
 * `signInRequired`.
 */
export const SocialFinish = z.object({
  verifier: z.string().regex(/^[\w-]{43,128}$/),
  /** The language of the app. Signing in sets the language of the account. */
  language: Language,
  /** The invite code, as in `CodeAnswer`. */
  inviteCode: InviteCode.optional(),
});
export type SocialFinish = z.infer<typeof SocialFinish>;

/** A social account with which the rider signs in. */
export const Identity = z.object({
  provider: SocialProvider,
  /**
   * The name from the provider, by which the rider recognises the account; null if the provider gives no
   * name.
   */
  label: z.string().nullable(),
  linkedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof Identity>;

/** `GET /api/me/identities`. The last sign-in method cannot be removed; that returns `lastSignIn`. */
export const Identities = z.object({ identities: z.array(Identity) });
export type Identities = z.infer<typeof Identities>;
