import type { StationSummary } from '../../../../contract/stations.ts';
import '../../../features/reservations/reservationTexts.ts';
import { ReserveButton } from '../../../features/reservations/ReserveButton.tsx';

export interface ReservedSlotProps {
  /** The station to which the radar points; null if there is none. */
  station: Pick<StationSummary, 'id' | 'online' | 'chargers' | 'freeSlots'> | null;
}

/** The slot that the rider reserved for the return, or the button that reserves one at this station. */
export function ReservedSlot({ station }: ReservedSlotProps) {
  return <ReserveButton kind="slot" station={station} />;
}
