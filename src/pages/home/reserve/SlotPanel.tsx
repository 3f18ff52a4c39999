import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Order } from '../../../../contract/orders.ts';
import { pauseAt } from '../../../../contract/rules/pricing/pauses.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { cacheOrder, type OrdersDispatch } from '../../../features/orders/orderCache.ts';
import { useStoppedAt } from '../../../features/orders/running/waitingClaim.ts';
import '../../../features/reservations/reservationTexts.ts';
import { FullStation } from '../../../features/reservations/FullStation.tsx';
import { ReserveButton } from '../../../features/reservations/ReserveButton.tsx';
import { useReservation } from '../../../features/reservations/useReservation.ts';
import { useDirections } from '../../../features/stations/location/directions.ts';
import { ButtonLinkOut } from '../../../ui/button/Button.tsx';
import { OtherStation } from './OtherStation.tsx';

export interface SlotPanelProps {
  order: Order;
  /** The station at which the rider can reserve a slot; null if there is none. */
  station: Pick<
    StationSummary,
    'id' | 'name' | 'lat' | 'lng' | 'online' | 'chargers' | 'freeSlots'
  > | null;
  /** Whether the panel is a part of the sheet of this station. */
  isSheet?: boolean;
}

/**
 * The slot for the return: the reserved slot, or the button that reserves a slot. If the station of
 * the reserved slot is full, the panel also helps the rider.
 */
export function SlotPanel({ order, station, isSheet = false }: SlotPanelProps) {
  const dispatch = useDispatch<OrdersDispatch>();
  const now = useServerNow(5_000);
  const isStopped = useStoppedAt(order) !== null;
  const pause = isStopped ? null : pauseAt(order.pauses, now);
  const isHereFull = pause !== null && (station === null || station.id === pause.stationId);
  const slotAt = useReservation('slot')?.current?.stationId;
  const isSlotHere = isSheet && slotAt === station?.id;
  return (
    <>
      {isHereFull ? null : <ReserveButton key={station?.id} kind="slot" station={station} />}
      {isSlotHere && station !== null && pause === null ? <WayToSlot to={station} /> : null}
      <FullStation
        order={order}
        stationId={isSheet && station !== null ? station.id : null}
        isStopped={isStopped}
        onPaused={(paused) => dispatch(cacheOrder(paused))}
      />
      {isHereFull ? <OtherStation fullId={pause.stationId} /> : null}
    </>
  );
}

function WayToSlot({ to }: { to: Pick<StationSummary, 'name' | 'lat' | 'lng'> }) {
  const { t } = useTranslation('reservations');
  const directions = useDirections();
  return (
    <ButtonLinkOut href={directions(to).href} variant="spark">
      {t(($) => $.go)}
    </ButtonLinkOut>
  );
}
