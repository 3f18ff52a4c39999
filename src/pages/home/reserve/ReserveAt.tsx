import { useEffect } from 'react';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useCurrentOrder } from '../../../features/orders/running/useCurrentOrder.ts';
import '../../../features/reservations/reservationTexts.ts';
import { ReserveButton } from '../../../features/reservations/ReserveButton.tsx';
import { useReservation } from '../../../features/reservations/useReservation.ts';
import { SlotPanel } from './SlotPanel.tsx';

export interface ReserveAtProps {
  station: StationSummary;
  /** Called with whether a charger at the station is reserved for the rider. */
  onReserved: (isReserved: boolean) => void;
}

/** What a signed-in rider can reserve at a station: a charger, or with a rental a slot for the return. */
export function ReserveAt({ station, onReserved }: ReserveAtProps) {
  const current = useCurrentOrder(true);
  const isReserved = useReservation('charger')?.current?.stationId === station.id;
  useEffect(() => {
    onReserved(isReserved);
    return () => onReserved(false);
  }, [onReserved, isReserved]);
  const state = current.status === 'order' ? current.order.state : null;
  if (current.status === 'order' && (state === 'charging' || state === 'overdue')) {
    return <SlotPanel order={current.order} station={station} isSheet />;
  }
  if (current.status !== 'none' && state !== 'complete') return null;
  return <ReserveButton key={station.id} kind="charger" station={station} />;
}
