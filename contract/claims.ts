import { z } from 'zod';
import { StationId } from './stations.ts';

/** The serial number that is printed on a charger, as the rider read it. */
export const ChargerSerial = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\x21-\x7e]+$/);

/** The kinds of claims: the charger is no longer with the rider, or the rider cannot return it. */
export const ClaimKind = z.enum(['returned', 'cannotReturn']);
export type ClaimKind = z.infer<typeof ClaimKind>;

/**
 * `POST /api/orders/{id}/claim` (Idempotency-Key): the rider says that the charger is back, or that no slot takes it.
 * From `at` on, the cost of the rental does not rise until the claim is decided. The call returns the order. If the
 * charger is already back, the call changes nothing. If a claim about the rental is open, the call only adds the
 * station or the charger to this claim. The call returns `notClaimable` if the rental is not running, or if two claims
 * about the rental were refused. It returns `tooManyRequests` if the rider has too many open claims, and `invalidInput`
 * if `charger` is not the charger of the rental.
 */
export const NewClaim = z.strictObject({
  kind: ClaimKind,
  /**
   * The time at which the rider made the claim. A phone without a network sends the claim later. If absent, the server
   * uses the time of the call.
   */
  at: z.iso.datetime().optional(),
  /**
   * The station of the return. If absent, the server uses the station that is nearest to `position`, within 150 metres.
   */
  stationId: StationId.optional(),
  /** The serial number that the rider read from the charger. */
  charger: ChargerSerial.optional(),
  position: z
    .strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .optional(),
});
export type NewClaim = z.input<typeof NewClaim>;

/** The newest claim about an order. */
export const Claim = z.object({
  id: z.uuid(),
  /** `notOut`: the rider reports that no charger came out. */
  kind: z.enum([...ClaimKind.options, 'notOut']),
  /**
   * `checking`: the server waits for the cabinet. `support`: support decides. `confirmed`: the claim is right.
   * `refused`: the claim is wrong, so the rider pays until the return of the charger.
   */
  state: z.enum(['checking', 'support', 'confirmed', 'refused']),
  /** A number such as `C-7K3M-29QX`. Support's case about the claim has the same number. */
  number: z.string(),
  /** While the claim is open, the cost does not rise from this time on. */
  at: z.iso.datetime(),
  /** The end of the check by the cabinet. After this time, support decides. */
  checkedUntil: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * `POST /api/orders/{id}/faulty` (Idempotency-Key): the rider reports that the charger does not charge. If this call
 * comes within 15 minutes after the pick-up, the rental becomes free. If the cabinet has another charger that can be
 * rented, the cabinet ejects this second charger for the same order. The call returns the order. It returns
 * `notClaimable` after these 15 minutes, unless the rental is already free. It also returns `notClaimable` if the rider
 * has had too many free rentals, if the rental is not running or its deposit was captured, or if a claim is open. It
 * returns `invalidInput` if `charger` is not the charger of the rental.
 */
export const ReportFaulty = z.strictObject({
  /** The station at which the rider is. If absent, the server uses the station of the pick-up. */
  stationId: StationId.optional(),
  charger: NewClaim.shape.charger,
});
export type ReportFaulty = z.input<typeof ReportFaulty>;
