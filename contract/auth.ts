import { z } from 'zod';
import { Language } from './config.ts';
import { InviteCode, InviteOutcome } from './referral.ts';

/** E.164: a plus, the country code and the number, digits only. */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** `POST /api/auth/codes`: text a code. The answer is the same for known and unknown numbers. */
export const CodeRequest = z.object({
  phone: PhoneNumber,
  language: Language,
  /** The solution of a challenge, after the problem `challengeNeeded`. */
  solution: z.string().max(200).optional(),
});
export type CodeRequest = z.infer<typeof CodeRequest>;

export const CodeIssued = z.object({
  /** The code is valid only together with this request id. */
  requestId: z.uuid(),
  expiresAt: z.iso.datetime(),
  /** The earliest time for another code; the delay grows with each request. */
  resendAt: z.iso.datetime(),
});
export type CodeIssued = z.infer<typeof CodeIssued>;

/** `POST /api/auth/codes/{requestId}/verify`. */
export const CodeAnswer = z.object({
  code: z.string().regex(/^\d{6}$/),
  /**
   * The invite code of another rider; counts for a new account only. A wrong code is not an error.
   */
  inviteCode: InviteCode.optional(),
});
export type CodeAnswer = z.infer<typeof CodeAnswer>;

/** A day of the calendar, in no time zone. `month` is 1 to 12. */
export const CalendarDay = z.object({
  year: z.int().min(1900).max(2100),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

/** `GET /api/me`. */
export const User = z.object({
  /** Shown as "User ID". */
  id: z.string(),
  /** Null for riders who signed in with a social account only. */
  phone: PhoneNumber.nullable(),
  name: z.string().nullable(),
  /** Lowercase. */
  email: z.string().nullable(),
  /**
   * Whether the rider confirmed the address with a code. A server without e-mail sends no codes, so
   * new addresses stay unconfirmed.
   */
  emailConfirmed: z.boolean(),
  birthDate: CalendarDay.nullable(),
  /** Changes with each photo; null without one. The photo is `GET /api/me/photo`. */
  photo: z.string().nullable(),
  inviteCode: z.string(),
  language: Language,
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

export const SignedIn = z.object({
  /** At least 128 random bits; sent as `Authorization: Bearer`. The server stores only its hash. */
  sessionId: z.string().min(22),
  user: User,
  /** Whether this call created the account; an older server leaves it out. */
  isNew: z.boolean().optional(),
  /** The result of the invite code; absent if no code was sent, or from an older server. */
  invite: InviteOutcome.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** `GET /api/me/sessions`: the signed-in devices, the calling device first. */
export const Session = z.object({
  id: z.uuid(),
  /** Readable text such as "Chrome · Android"; empty if the browser did not identify itself. */
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;
export const Sessions = z.object({ sessions: z.array(Session) });
export type Sessions = z.infer<typeof Sessions>;
