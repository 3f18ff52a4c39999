import { z } from 'zod';
import { Language } from './config.ts';
import { PhoneNumber } from './auth.ts';
import { Email } from './profile.ts';
import {
  isPlainText,
  longestAddress,
  longestBusiness,
  longestContactName,
  longestHostMessage,
  venueKinds,
} from './rules/people/hosts.ts';

/** Plain text: what looks like a link or like markup is refused. */
const plain = (most: number) => z.string().trim().max(most).refine(isPlainText);

/**
 * `POST /api/hosts` (Idempotency-Key): somebody would like to have a station. Guests may send it.
 * Answers 201 with `HostInterestTaken`. Another one of the same phone or e-mail, and no other
 * one, within a day changes the first. `tooManyRequests` after a few within an hour.
 */
export const HostInterest = z
  .object({
    business: plain(longestBusiness).min(1),
    venue: z.enum(venueKinds),
    /** Where it is: a point, a typed address, or both. */
    place: z
      .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
      .nullable(),
    address: plain(longestAddress),
    contactName: plain(longestContactName).min(1),
    /** A phone, an e-mail address, or both. */
    phone: PhoneNumber.nullable(),
    email: Email.nullable(),
    message: plain(longestHostMessage),
    /** What the person is answered in. */
    language: Language,
    /** To keep this and to be called or written to about it. */
    consent: z.literal(true),
    /** A field that no person sees: what fills it in is a machine, whose request is dropped. */
    subject: z.string().max(1000).optional(),
  })
  .refine(({ place, address }) => place !== null || address !== '', { path: ['address'] })
  .refine(({ phone, email }) => phone !== null || email !== null, { path: ['phone'] });
export type HostInterest = z.infer<typeof HostInterest>;

export const HostInterestTaken = z.object({
  /** By which both sides name it, such as `H-7K3M-29QX`. */
  reference: z.string(),
  at: z.iso.datetime(),
});
export type HostInterestTaken = z.infer<typeof HostInterestTaken>;
