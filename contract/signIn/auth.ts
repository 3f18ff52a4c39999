import { z } from 'zod';
import { Language } from '../config.ts';
import { InviteCode, InviteOutcome } from '../referral.ts';

/** A phone number in E.164 format: a plus, the country code and the number, only digits. */
export const PhoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/);

/** `POST /api/auth/codes` texts a code. The answer does not show whether an account has this number. */
export const CodeRequest = z.object({
  phone: PhoneNumber,
  language: Language,
  /** The solution of a challenge. It is needed after the problem `challengeNeeded`. */
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
   * The invite code of another rider. The server uses this code only if the call creates an account, and ignores a
   * wrong code.
   */
  inviteCode: InviteCode.optional(),
});
export type CodeAnswer = z.infer<typeof CodeAnswer>;

/**
 * `POST /api/auth/guests` opens a session for a guest. A guest can pay for one rental at a time. If
 * the guest later signs in within this session, the account gets the orders of the guest. If the
 * browser already belongs to a guest, the session is for the same guest.
 */
export const GuestRequest = z.object({
  language: Language,
  /** The solution of a challenge. It is needed after the problem `challengeNeeded`. */
  solution: z.string().max(200).optional(),
});
export type GuestRequest = z.infer<typeof GuestRequest>;

/** A calendar day without a time zone. `month` is 1 to 12. */
export const CalendarDay = z.object({
  year: z.int().min(1900).max(2100),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

/** `GET /api/me`. */
export const User = z.object({
  /** The app shows the id as "User ID". */
  id: z.string(),
  /** The phone is null for guests, and for riders who signed in only with a social account. */
  phone: PhoneNumber.nullable(),
  name: z.string().nullable(),
  /** The address is lowercase; null if the rider has none. */
  email: z.string().nullable(),
  /**
   * Whether the rider confirmed the address with a code. A server without e-mail sends no codes, so
   * new addresses stay unconfirmed.
   */
  emailConfirmed: z.boolean(),
  birthDate: CalendarDay.nullable(),
  /** The version of the photo at `GET /api/me/photo`. It changes with each photo; null without a photo. */
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
  /** Whether this call created the account. An older server leaves this field out. */
  isNew: z.boolean().optional(),
  /**
   * The result of the invite code. The field is absent if the call contained no invite code. An
   * older server always leaves this field out.
   */
  invite: InviteOutcome.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** `GET /api/me/sessions`: the signed-in devices. The device that makes the call comes first. */
export const Session = z.object({
  id: z.uuid(),
  /** A readable text such as "Chrome · Android"; empty if the browser did not identify itself. */
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;
export const Sessions = z.object({ sessions: z.array(Session) });
export type Sessions = z.infer<typeof Sessions>;
