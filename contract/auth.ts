import { z } from 'zod';
import { Language } from './config.ts';
import { InviteCode, InviteOutcome } from './referral.ts';

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
export const CodeAnswer = z.object({
  code: z.string().regex(/^\d{6}$/),
  /** Of who invited this person; counts for a new account only, and a wrong one is no error. */
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
  /** Absent for who signed in with a social account only. */
  phone: PhoneNumber.nullable(),
  name: z.string().nullable(),
  /** Lowercase. */
  email: z.string().nullable(),
  /** Whether a code sent to the address was answered; false too where none is ever sent. */
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
  /** At least 128 random bits; sent as `Authorization: Bearer`. Stored hashed on the server. */
  sessionId: z.string().min(22),
  user: User,
  /** Whether this call made the account; an older server does not say. */
  isNew: z.boolean().optional(),
  /** What became of the invite code; absent where none was sent, or the server is older. */
  invite: InviteOutcome.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** `GET /api/me/sessions`: the devices that are signed in, the one that asks first. */
export const Session = z.object({
  id: z.uuid(),
  /** In words a person knows, such as "Chrome · Android"; empty where the browser did not say. */
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;
export const Sessions = z.object({ sessions: z.array(Session) });
export type Sessions = z.infer<typeof Sessions>;
