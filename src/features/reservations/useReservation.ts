import type { Reservation, ReservationKind } from '../../../contract/reservations.ts';
import { fullAfterExpiryMs } from '../../../contract/rules/pricing/pauses.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { useGetReservationsQuery } from './reservationsApi.ts';

export interface ReservationView {
  /** The reservation that counts now. Null if there is none. */
  current: Reservation | null;
  /** For how many minutes the rider can reserve. With 0, the operator offers no reservations. */
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

/** The rider's reservation of this kind. The view is null until it is known. */
export function useReservation(kind: ReservationKind): ReservationView | null {
  const { data, now } = useReservations();
  if (data === undefined) return null;
  const stored = data[kind];
  const leftMs = stored === null ? 0 : Date.parse(stored.expiresAt) - now;
  return {
    current: leftMs > 0 ? stored : null,
    minutes: data.minutes[kind],
    left: Math.ceil(leftMs / 60_000),
  };
}

export interface ReportableSlot {
  slot: Reservation;
  /** For how many minutes the clock stands still if its station is full. */
  minutes: number;
}

/**
 * The reserved slot whose station the rider can report as full, also a few minutes after its end. Null if there
 * is none, or if the operator does not stop the clock.
 */
export function useReportableSlot(): ReportableSlot | null {
  const { data, now } = useReservations();
  const slot = data?.slot ?? data?.expiredSlot;
  const minutes = data?.minutes.pause ?? 0;
  if (slot === undefined || minutes === 0) return null;
  return now < Date.parse(slot.expiresAt) + fullAfterExpiryMs ? { slot, minutes } : null;
}
