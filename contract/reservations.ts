import { z } from 'zod';
import { StationId } from './stations.ts';

/** The kinds of reservations: a charger before the rental, or a free slot for the return. */
export const ReservationKind = z.enum(['charger', 'slot']);
export type ReservationKind = z.infer<typeof ReservationKind>;

/**
 * `POST /api/reservations` (Idempotency-Key): reserves a charger or a free slot for some minutes. A reservation costs
 * nothing. A rider has at most one reservation of each kind. Only a rider who has a charger can reserve a slot. A
 * reservation of a charger ends early when the rider rents at the station. A reservation of a slot ends early when the
 * rider returns the charger.
 */
export const NewReservation = z.strictObject({ kind: ReservationKind, stationId: StationId });
export type NewReservation = z.infer<typeof NewReservation>;

export const Reservation = z.object({
  id: z.uuid(),
  kind: ReservationKind,
  stationId: StationId,
  stationName: z.string(),
  expiresAt: z.iso.datetime(),
});
export type Reservation = z.infer<typeof Reservation>;

/** `GET /api/reservations`: the active reservations. `DELETE /api/reservations/{id}` cancels a reservation. */
export const Reservations = z.object({
  charger: Reservation.nullable(),
  slot: Reservation.nullable(),
  /**
   * The reservation of a slot that expired a few minutes ago. The rider can still report that the station is full or
   * offline. The field is absent if there is no such reservation.
   */
  expiredSlot: Reservation.optional(),
  /** How many minutes a reservation of each kind lasts; 0 if the operator does not offer this kind. */
  minutes: z.object({
    charger: z.int().nonnegative(),
    slot: z.int().nonnegative(),
    /**
     * The length of a pause in minutes: if the station of a reserved slot is full or offline, the clock of the rental
     * stands still for this time. It is 0 if the operator offers no pauses.
     */
    pause: z.int().nonnegative().optional(),
  }),
});
export type Reservations = z.infer<typeof Reservations>;
