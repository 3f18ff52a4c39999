import { z } from 'zod';

export interface ReservationSettings {
  /** How long a reservation of each kind is valid, in minutes. With 0, riders cannot make such reservations. */
  readonly minutes: { readonly charger: number; readonly slot: number };
  /** How many unused reservations a rider may have within a day. */
  readonly unusedPerDay: number;
  /** How long a rental is paused if the station of a reserved slot is full, in minutes. With 0, there are no pauses. */
  readonly pauseMinutes: number;
}

const minutes = z.coerce.number().int().min(0).max(120);

export const reservationVariables = {
  RESERVE_CHARGER_MINUTES: minutes.default(10),
  RESERVE_SLOT_MINUTES: minutes.default(10),
  FULL_STATION_PAUSE_MINUTES: minutes.default(20),
  UNUSED_RESERVATIONS_PER_DAY: z.coerce.number().int().min(1).max(1000).default(3),
};

const Values = z.object(reservationVariables);

export function reservationSettings(values: z.infer<typeof Values>): ReservationSettings {
  return {
    minutes: { charger: values.RESERVE_CHARGER_MINUTES, slot: values.RESERVE_SLOT_MINUTES },
    unusedPerDay: values.UNUSED_RESERVATIONS_PER_DAY,
    pauseMinutes: values.FULL_STATION_PAUSE_MINUTES,
  };
}
