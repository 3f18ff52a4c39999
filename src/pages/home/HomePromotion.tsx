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
import { leadsToStation } from '../../lib/page/promptTurns.ts';
import { useVisitor } from '../promotions/useVisitor.ts';

/**
 * One promotion, once a session, where nobody is busy: no charger is out and none is owed for, no link
 * led to a station, the list is there, and the network is.
 */
export function HomePromotion() {
  // Decided when home is opened: what is on the screen stays there.
  const [isFirst] = useState(() => !wasPromotionShown());
  const isSignedIn = useSelector(selectIsSignedIn);
  const order = useCurrentOrder(isSignedIn);
  const isOffline = useConnection() === 'offline';
  const { search } = useLocation();
  const { data: config } = useGetConfigQuery();
  const isQuiet =
    isFirst && order.status === 'none' && !isOffline && !leadsToStation(`/home${search}`);
  return isQuiet && config ? <OnceListed center={config.map.center} /> : null;
}

function OnceListed({ center }: { center: Point }) {
  const visitor = useVisitor();
  const { from } = useUserLocation(center);
  const { status } = useNearbyStations(from);
  return status === 'ready' ? <PromotionCard visitor={visitor} /> : null;
}
