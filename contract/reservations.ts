import { z } from 'zod';
import { StationId } from './stations.ts';

/** What a rider reserves at a station: a charger before the rental, or a free slot for the return. */
export const ReservationKind = z.enum(['charger', 'slot']);
export type ReservationKind = z.infer<typeof ReservationKind>;

/**
 * `POST /api/reservations` (Idempotency-Key): reserves a charger or a free slot for some minutes, free of
 * charge. A rider has at most one reservation of each kind. A slot needs a rental whose charger is out. The
 * rental of the rider at the station uses the reservation of the charger, and the return there uses the slot.
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

/** `GET /api/reservations`: the reservations that count now. `DELETE /api/reservations/{id}` ends one early. */
export const Reservations = z.object({
  charger: Reservation.nullable(),
  slot: Reservation.nullable(),
  /** For how many minutes a reservation of each kind counts. With 0, the operator offers none. */
  minutes: z.object({ charger: z.int().nonnegative(), slot: z.int().nonnegative() }),
});
export type Reservations = z.infer<typeof Reservations>;
