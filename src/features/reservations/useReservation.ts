import type { Reservation, ReservationKind } from '../../../contract/reservations.ts';
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

/** The rider's reservation of this kind. The view is null until it is known. */
export function useReservation(kind: ReservationKind): ReservationView | null {
  const { data } = useGetReservationsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const now = useServerNow(5_000);
  if (data === undefined) return null;
  const stored = data[kind];
  const leftMs = stored === null ? 0 : Date.parse(stored.expiresAt) - now;
  return {
    current: leftMs > 0 ? stored : null,
    minutes: data.minutes[kind],
    left: Math.ceil(leftMs / 60_000),
  };
}
