import { useEffect } from 'react';
import { pauseAt } from '../../../../contract/rules/pricing/pauses.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { useCurrentOrder } from '../../../features/orders/running/useCurrentOrder.ts';
import '../../../features/reservations/reservationTexts.ts';
import { ReserveButton } from '../../../features/reservations/ReserveButton.tsx';
import {
  useReportableSlot,
  useReservation,
} from '../../../features/reservations/useReservation.ts';
import { useOpenNow } from '../../../features/stations/hours/useOpenNow.ts';
import { SlotPanel } from './SlotPanel.tsx';

/**
 * - `charger`: a charger is reserved for the rider at the station on the screen.
 * - `pauseHere`: the clock stands still because this station is full, and the panel offers another
 *   station.
 * - `other`: another charger or a slot is reserved, a slot was reserved until a few minutes ago, or
 *   the clock is paused because another station is full.
 * - `nothing`: nothing is reserved, and the clock is not paused. A claim may still stop the clock.
 */
export type Reserved = 'charger' | 'pauseHere' | 'other' | 'nothing';

export interface ReserveAtProps {
  station: StationSummary;
  /** Called with what is reserved for the rider, and with `nothing` when the component is removed. */
  onReserved: (reserved: Reserved) => void;
}

/** What a signed-in rider can reserve at a station: a charger or, during a rental, a slot for the return. */
export function ReserveAt({ station, onReserved }: ReserveAtProps) {
  const current = useCurrentOrder(true);
  const isOpen = useOpenNow()(station);
  const charger = useReservation('charger')?.current ?? null;
  const slot = useReportableSlot();
  const now = useServerNow(5_000);
  const order = current.status === 'order' ? current.order : null;
  const pause = pauseAt(order?.pauses, now);
  const other = charger === null && slot === null && pause === null ? 'nothing' : 'other';
  const otherHere = pause?.stationId === station.id ? 'pauseHere' : other;
  const reserved = charger?.stationId === station.id ? 'charger' : otherHere;
  useEffect(() => {
    onReserved(reserved);
    return () => onReserved('nothing');
  }, [onReserved, reserved]);
  const state = order?.state ?? null;
  if (order !== null && (state === 'charging' || state === 'overdue')) {
    return <SlotPanel order={order} station={station} isSheet />;
  }
  if (current.status !== 'none' && state !== 'complete') return null;
  return <ReserveButton key={station.id} kind="charger" station={station} isClosed={!isOpen} />;
}
