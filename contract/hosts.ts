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

/** Plain text: links and markup are refused. */
const plain = (most: number) => z.string().trim().max(most).refine(isPlainText);

/**
 * `POST /api/hosts` (Idempotency-Key): a request to host a station. Guests may send it. Answers 201
 * with `HostInterestTaken`. A second request with the same phone or e-mail within a day changes the
 * first one, unless it has another phone or another e-mail than the first. `tooManyRequests` after
 * a few requests within an hour.
 */
export const HostInterest = z
  .object({
    business: plain(longestBusiness).min(1),
    venue: z.enum(venueKinds),
    /** The location: a point, a typed address, or both. */
    place: z
      .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
      .nullable(),
    address: plain(longestAddress),
    contactName: plain(longestContactName).min(1),
    /** A phone, an e-mail address, or both. */
    phone: PhoneNumber.nullable(),
    email: Email.nullable(),
    message: plain(longestHostMessage),
    /** The language of the answer. */
    language: Language,
    /** Consent to store the request and to be contacted about it. */
    consent: z.literal(true),
    /** A honeypot field that people do not see: the server drops requests that fill it in. */
    subject: z.string().max(1000).optional(),
  })
  .refine(({ place, address }) => place !== null || address !== '', { path: ['address'] })
  .refine(({ phone, email }) => phone !== null || email !== null, { path: ['phone'] });
export type HostInterest = z.infer<typeof HostInterest>;

export const HostInterestTaken = z.object({
  /** The reference number of the request, such as `H-7K3M-29QX`. */
  reference: z.string(),
  at: z.iso.datetime(),
});
export type HostInterestTaken = z.infer<typeof HostInterestTaken>;
