import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useConnection } from '../../api/connection.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { useCurrentOrder } from '../../features/orders/running/useCurrentOrder.ts';
import { PromotionCard } from '../../features/promotions/PromotionCard.tsx';
import { wasPromotionShown } from '../../features/promotions/promotionMemory.ts';
import '../../features/promotions/promotionTexts.ts';
import { useNearbyStations } from '../../features/stations/nearby/useNearbyStations.ts';
import { useUserLocation } from '../../features/stations/location/userLocation.ts';
import type { Point } from '../../lib/format/geo.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { useVisitor } from '../promotions/useVisitor.ts';

/**
 * Shows one promotion per session, and only if nothing else needs attention: the rider has no charger and no unpaid
 * order, no link opened a station, the list has loaded, and the network works.
 */
export function HomePromotion() {
  // Read this flag only once, when home opens. A shown promotion sets the flag, and would otherwise
  // disappear.
  const [isFirst] = useState(() => !wasPromotionShown());
  const isSignedIn = useSelector(selectIsSignedIn);
  const order = useCurrentOrder(isSignedIn);
  const isOffline = useConnection() === 'offline';
  const { search } = useLocation();
  const { data: config } = useGetConfigQuery();
  const isQuiet = isFirst && order.status === 'none' && !isOffline && !leadsToStation(search);
  return isQuiet && config ? <OnceListed center={config.map.center} /> : null;
}

function OnceListed({ center }: { center: Point }) {
  const visitor = useVisitor();
  const { from } = useUserLocation(center);
  const { status } = useNearbyStations(from);
  return status === 'ready' ? <PromotionCard visitor={visitor} /> : null;
}
