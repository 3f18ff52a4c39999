import { z } from 'zod';
import { Language } from './config.ts';
import { PhoneNumber } from './signIn/auth.ts';
import { Email } from './profile.ts';
import {
  isPlainText,
  longestAddress,
  longestBusiness,
  longestContactName,
  longestHostMessage,
  venueKinds,
} from './rules/people/hosts.ts';

/** Plain text. Text with links or markup is refused. */
const plain = (most: number) => z.string().trim().max(most).refine(isPlainText);

/**
 * `POST /api/hosts` (Idempotency-Key): a request to host a station. Guests may also send a request.
 * The call returns 201 with `HostInterestTaken`. After a few requests within an hour, it returns
 * `tooManyRequests`. If the same host sends a second request within a day, the call changes the
 * first request, unless support has already answered it. The host counts as the same if the phone
 * or the e-mail address is equal in both requests, and the other contact is equal or missing.
 */
export const HostInterest = z
  .object({
    business: plain(longestBusiness).min(1),
    venue: z.enum(venueKinds),
    /** The location of the venue: a point, a typed address, or both. */
    place: z
      .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
      .nullable(),
    address: plain(longestAddress),
    contactName: plain(longestContactName).min(1),
    /** The contact of the host: a phone, an e-mail address, or both. */
    phone: PhoneNumber.nullable(),
    email: Email.nullable(),
    message: plain(longestHostMessage),
    /** The language in which the operator answers the host. */
    language: Language,
    /** Consent to store the request and to be contacted about it. */
    consent: z.literal(true),
    /** A honeypot field that people do not see. The server drops requests that have a text in it. */
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

/** `GET /api/hosts/terms`, also for guests: the facts for owners of a venue. */
export const HostTerms = z.object({
  /** How many days the server stores a request after its last change. */
  keptDays: z.int().positive(),
  /**
   * The numbers for the estimate of the host's earnings; null if there is no estimate. The app also
   * needs `terms` of `GET /api/config` for the estimate.
   */
  estimate: z
    .object({
      /** The host's share of what riders pay, in per cent. */
      share: z.object({
        minimum: z.int().min(1).max(100),
        maximum: z.int().min(1).max(100),
      }),
      /** At least one venue. Each kind occurs at most once. */
      venues: z.array(
        z.object({
          /** The kind as in `HostInterest`. An app ignores unknown kinds. */
          kind: z.string(),
          rentalsPerDay: z.int().positive(),
          mostPerDay: z.int().positive(),
          minutes: z.int().positive(),
        }),
      ),
    })
    .nullable(),
});
export type HostTerms = z.infer<typeof HostTerms>;
