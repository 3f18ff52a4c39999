import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useCurrentOrder } from '../../features/orders/useCurrentOrder.ts';
import { NearbyReturnPlaces } from '../../features/stations/NearbyReturnPlaces.tsx';
import { HomeOrder } from '../order/HomeOrder.tsx';
import { StationsHome } from './StationsHome.tsx';

/** Why this order keeps its rider from the next one; undefined where it does not. */
function blockedBy(order: Order): 'ongoingOrder' | 'unpaidOrder' | undefined {
  if (order.status === 'complete') return undefined;
  return order.status === 'unpaid' || order.status === 'paying' ? 'unpaidOrder' : 'ongoingOrder';
}

/** Home of who has logged in: the order that is out or owed comes before everything else. */
export function RiderHome() {
  const current = useCurrentOrder(true);
  const { data: config } = useGetConfigQuery();
  const [query] = useSearchParams();
  if (current.status !== 'order') return <StationsHome />;
  if (query.has('equip_id') || query.has('link') || query.has('return')) {
    return <StationsHome blocked={blockedBy(current.order)} />;
  }
  const places = config ? <NearbyReturnPlaces fallback={config.map.center} /> : null;
  return <HomeOrder order={current.order} stale={current.stale} returnPlaces={places} />;
}
