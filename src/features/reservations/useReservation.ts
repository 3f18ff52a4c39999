import type { Reservation, ReservationKind } from '../../../contract/reservations.ts';
import { fullAfterExpiryMs } from '../../../contract/rules/pricing/pauses.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { useGetReservationsQuery } from './reservationsApi.ts';

export interface ReservationView {
  /** The reservation that has not expired; null if there is none. */
  current: Reservation | null;
  /** The number of minutes for which a reservation lasts. If it is 0, the operator offers no reservations. */
  minutes: number;
  /** The remaining minutes of the current reservation, rounded up. */
  left: number;
}

function useReservations() {
  const { data } = useGetReservationsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  return { data, now: useServerNow(5_000) };
}

/** The rider's reservation of this kind; null until the server has answered. */
export function useReservation(kind: ReservationKind): ReservationView | null {
  const { data, now } = useReservations();
  if (data === undefined) return null;
  const stored = data[kind];
  const leftMs = stored === null ? 0 : Date.parse(stored.expiresAt) - now;
  const minutes = data.minutes[kind];
  return {
    current: leftMs > 0 ? stored : null,
    minutes,
    // The app estimates the server's clock. If the estimate is a moment behind, the result would be
    // too high.
    left: Math.min(minutes, Math.ceil(leftMs / 60_000)),
  };
}

export interface ReportableSlot {
  slot: Reservation;
  /** The number of minutes for which the clock of the rental stands still if the station is full. */
  minutes: number;
}

/**
 * Returns the reserved slot whose station the rider can report as full, even a few minutes after the end of the
 * reservation. Returns null if there is no such slot, or if the operator does not stop the clock.
 */
export function useReportableSlot(): ReportableSlot | null {
  const { data, now } = useReservations();
  const slot = data?.slot ?? data?.expiredSlot;
  const minutes = data?.minutes.pause ?? 0;
  if (slot === undefined || minutes === 0) return null;
  return now < Date.parse(slot.expiresAt) + fullAfterExpiryMs ? { slot, minutes } : null;
}
