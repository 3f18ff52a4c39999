import { z } from 'zod';
import { Language } from './config.ts';

/** E.164: a plus, the country code and the number, digits only. */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** `POST /api/auth/codes`: text a code. The answer is the same for known and unknown numbers. */
export const CodeRequest = z.object({ phone: PhoneNumber, language: Language });
export type CodeRequest = z.infer<typeof CodeRequest>;

export const CodeIssued = z.object({
  /** The code answers only this request. */
  requestId: z.uuid(),
  expiresAt: z.iso.datetime(),
  /** From then on another code may be asked for; the delay grows. */
  resendAt: z.iso.datetime(),
});
export type CodeIssued = z.infer<typeof CodeIssued>;

/** `POST /api/auth/codes/{requestId}/verify`. */
export const CodeAnswer = z.object({ code: z.string().regex(/^\d{6}$/) });
export type CodeAnswer = z.infer<typeof CodeAnswer>;

/** `GET /api/me`. */
export const User = z.object({
  /** Shown as "User ID". */
  id: z.string(),
  phone: PhoneNumber,
  name: z.string().nullable(),
  language: Language,
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

export const SignedIn = z.object({
  /** At least 128 random bits; sent as `Authorization: Bearer`. Stored hashed on the server. */
  sessionId: z.string().min(22),
  user: User,
});
export type SignedIn = z.infer<typeof SignedIn>;
