import { z } from 'zod';
import { SocialProvider } from './socialProvider.ts';

/** With what a rider can prove to be the owner of the account. */
export const ProofFactors = z.object({
  /** The phone that receives a code, with only its last digits readable; null without one. */
  phone: z.string().nullable(),
  /** The confirmed e-mail address, with only its beginning and its domain readable. */
  email: z.string().nullable(),
  /** The linked social accounts, each with a sign-in of the purpose `stepUp`. */
  identities: z.array(SocialProvider),
});
export type ProofFactors = z.infer<typeof ProofFactors>;

/**
 * `GET /api/me/proof`. Some changes answer `proofNeeded` unless the session was opened, or a proof
 * was given in it, in the last ten minutes. They can then be repeated, with the same idempotency key.
 */
export const Proof = z.object({
  /** Until when those changes are allowed; null if a proof is needed now. */
  provenUntil: z.iso.datetime().nullable(),
  factors: ProofFactors,
});
export type Proof = z.infer<typeof Proof>;

const ProofBy = z.enum(['phone', 'email']);

/**
 * `POST /api/me/proof/codes`: sends a code to the present phone or confirmed e-mail address. Answers
 * `CodeIssued`, or `notFound` if the account has no such contact.
 */
export const ProofCodeRequest = z.object({ by: ProofBy });
export type ProofCodeRequest = z.infer<typeof ProofCodeRequest>;

/** `POST /api/me/proof/codes/{requestId}/verify`: answers `Proof`. */
export const ProofCodeAnswer = z.object({ by: ProofBy, code: z.string().regex(/^\d{6}$/) });
export type ProofCodeAnswer = z.infer<typeof ProofCodeAnswer>;
