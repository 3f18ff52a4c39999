import { z } from 'zod';
import { StationId } from './stations.ts';

/** The serial number that is printed on a charger, as the rider read it. */
export const ChargerSerial = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\x21-\x7e]+$/);

/** What a rider says about a charger that is not with the rider any more, or cannot be returned. */
export const ClaimKind = z.enum(['returned', 'cannotReturn']);
export type ClaimKind = z.infer<typeof ClaimKind>;

/**
 * `POST /api/orders/{id}/claim` (Idempotency-Key): the rider says that the charger is back, or that no slot
 * takes it. From `at` on the rental costs nothing more until the claim is decided. It returns the order. If
 * the charger is already back, the call changes nothing. It returns `notClaimable` if the rental is not
 * running, or if two claims about it were refused, and `invalidInput` if `charger` is another charger.
 */
export const NewClaim = z.strictObject({
  kind: ClaimKind,
  /** When the rider tapped. A phone without a network sends the claim later. */
  at: z.iso.datetime().optional(),
  /** The station of the return. Without it, the server uses the nearest station to `position`. */
  stationId: StationId.optional(),
  /** The serial number that the rider read from the charger. */
  charger: ChargerSerial.optional(),
  position: z
    .strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
    .optional(),
});
export type NewClaim = z.input<typeof NewClaim>;

/** The last claim about an order. */
export const Claim = z.object({
  id: z.uuid(),
  /** `notOut`: the rider says that no charger came out. */
  kind: z.enum([...ClaimKind.options, 'notOut']),
  /**
   * `checking`: the server waits for the cabinet. `support`: a person decides. `confirmed`: the charger is
   * back. `refused`: the charger is not back, so the time counts again.
   */
  state: z.enum(['checking', 'support', 'confirmed', 'refused']),
  /** A number such as `C-7K3M-29QX`. The case of support has the same number. */
  number: z.string(),
  /** From this time on the cost stands still while the claim is open. */
  at: z.iso.datetime(),
  /** The end of the check by the cabinet. After this time a person decides. */
  checkedUntil: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * `POST /api/orders/{id}/faulty` (Idempotency-Key): the charger does not charge. Within 15 minutes of the
 * pick-up the rental becomes free, and another charger opens under the same order. It returns the order.
 * Later, or after too many such reports, it returns `notClaimable`.
 */
export const ReportFaulty = z.strictObject({
  /** The station at which the rider stands. Without it, the server uses the station of the pick-up. */
  stationId: StationId.optional(),
  charger: NewClaim.shape.charger,
});
export type ReportFaulty = z.input<typeof ReportFaulty>;
