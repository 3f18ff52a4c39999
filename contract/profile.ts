import { z } from 'zod';
import { CalendarDay, CodeIssued, PhoneNumber, User } from './auth.ts';
import { Language } from './config.ts';
import { Money } from './money.ts';
import { emailPattern, maxEmailLength } from './rules/profile.ts';

export { maxNameLength, minimumAgeYears } from './rules/profile.ts';
export const maxPhotoBytes = 10 * 1024 * 1024;

export const Email = z.string().max(maxEmailLength).regex(emailPattern);

/**
 * `PATCH /api/me`: what is given is changed, null takes it away. A birth date that no calendar has
 * answers `birthDateInvalid`, one of less than 13 years ago `tooYoung`.
 */
export const ProfileChange = z.object({
  name: z.string().max(1000).nullable().optional(),
  birthDate: CalendarDay.nullable().optional(),
  language: Language.optional(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** `POST /api/me/email`; null takes the address away. */
export const EmailChange = z.object({ email: Email.nullable() });
export type EmailChange = z.infer<typeof EmailChange>;

/** Saved at once where no e-mail provider is configured, else once a code is answered. */
export const EmailChanged = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), user: User }),
  CodeIssued.extend({ status: z.literal('codeSent') }),
]);
export type EmailChanged = z.infer<typeof EmailChanged>;

/** `POST /api/me/phone`: texts a code to the new number, which `…/{requestId}/verify` answers. */
export const PhoneChange = z.object({ phone: PhoneNumber });
export type PhoneChange = z.infer<typeof PhoneChange>;

/** `GET /api/me/overview`: what the profile shows besides the user. */
export const ProfileOverview = z.object({
  /** Everything paid for rentals, less what was given back. */
  totalSpend: Money,
  /** The stations rented from or returned to, last used first; at most 10. */
  stations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      lastUsedAt: z.iso.datetime(),
    }),
  ),
});
export type ProfileOverview = z.infer<typeof ProfileOverview>;
