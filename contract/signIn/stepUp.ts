import { z } from 'zod';
import { SocialProvider } from './socialProvider.ts';

/** How a rider can prove to be the owner of the account. */
export const ProofFactors = z.object({
  /**
   * The phone number to which a code is sent. Only the last digits are readable. Null if the
   * account has no phone.
   */
  phone: z.string().nullable(),
  /**
   * The confirmed e-mail address. Only the beginning and the domain are readable. Null if the
   * account has no confirmed address.
   */
  email: z.string().nullable(),
  /** The linked social accounts. The rider can sign in with each of them, with the purpose `stepUp`. */
  identities: z.array(SocialProvider),
});
export type ProofFactors = z.infer<typeof ProofFactors>;

/**
 * `GET /api/me/proof`. Some changes return `proofNeeded` if both the sign-in and the last proof of the session are more
 * than ten minutes old. After the rider has given a proof, the app can repeat the change with the same idempotency key.
 */
export const Proof = z.object({
  /** The time until which these changes are allowed; null if a proof is needed now. */
  provenUntil: z.iso.datetime().nullable(),
  factors: ProofFactors,
});
export type Proof = z.infer<typeof Proof>;

const ProofBy = z.enum(['phone', 'email']);

/**
 * `POST /api/me/proof/codes` sends a code to the current phone or confirmed e-mail address. It returns
 * `CodeIssued`, or `notFound` if the account has no such contact.
 */
export const ProofCodeRequest = z.object({ by: ProofBy });
export type ProofCodeRequest = z.infer<typeof ProofCodeRequest>;

/** `POST /api/me/proof/codes/{requestId}/verify` returns `Proof`. */
export const ProofCodeAnswer = z.object({ by: ProofBy, code: z.string().regex(/^\d{6}$/) });
export type ProofCodeAnswer = z.infer<typeof ProofCodeAnswer>;
