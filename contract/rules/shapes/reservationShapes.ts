import type { Reservation, Reservations } from '../../reservations.ts';
import { isNumber, isOneOf, isText, isTime, objectOf, orAbsent, orNull } from './shapes.ts';

export const isReservation = objectOf<Reservation>({
  id: isText,
  kind: isOneOf('charger', 'slot'),
  stationId: isText,
  stationName: isText,
  expiresAt: isTime,
});

export const isReservations = objectOf<Reservations>({
  charger: orNull(isReservation),
  slot: orNull(isReservation),
  expiredSlot: orAbsent(isReservation),
  minutes: objectOf<Reservations['minutes']>({
    charger: isNumber,
    slot: isNumber,
    pause: orAbsent(isNumber),
  }),
});
