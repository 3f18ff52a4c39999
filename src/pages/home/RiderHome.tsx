import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { Order } from '../../../contract/orders.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { useCurrentOrder } from '../../features/orders/running/useCurrentOrder.ts';
import { usePosition } from '../../features/stations/location/position.ts';
import { NearbyReturnPlaces } from '../../features/stations/nearby/NearbyReturnPlaces.tsx';
import { useGetStationQuery } from '../../features/stations/stationsApi.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { LazyEndedClaim } from '../orders/claim/LazyClaim.tsx';
import { HomeOrder } from '../orders/HomeOrder.tsx';
import { HomeBell } from './HomeBell.tsx';
import { blockedBy } from './blockedBy.ts';
import { myStations } from './mine/parts.ts';
import { SheetHandle } from './sheet/SheetHandle.tsx';
import styles from './RiderHome.module.css';
import { StationsHome } from './StationsHome.tsx';

/**
 * Home of a rider, or of a guest who has paid. If the rider has a charger or an unpaid order, home
 * shows that order instead of the stations, unless the address leads to a station.
 */
export function RiderHome() {
  const current = useCurrentOrder(true);
  const { search } = useLocation();
  const isSignedIn = useSelector(selectIsSignedIn);
  const bell = isSignedIn ? <HomeBell /> : undefined;
  const mine = (
    <>
      {current.status === 'none' ? (
        <div className={styles['ended']}>
          <ErrorBoundary>
            <LazyEndedClaim current={null} />
          </ErrorBoundary>
        </div>
      ) : null}
      {isSignedIn ? <Mine /> : null}
    </>
  );
  if (current.status !== 'order') return <StationsHome bell={bell} mine={mine} />;
  if (leadsToStation(search)) {
    return <StationsHome blocked={blockedBy(current.order)} bell={bell} />;
  }
  return <OrderHome order={current.order} stale={current.stale} />;
}

interface OrderHomeProps {
  order: Order;
  stale: boolean;
}

function OrderHome({ order, stale }: OrderHomeProps) {
  const [target, setTarget] = useState<string | null>(null);
  return (
    <HomeOrder
      order={order}
      stale={stale}
      radar={<Radar order={order} stale={stale} onTarget={setTarget} />}
      returnPlaces={<ReturnPlaces order={order} except={target} />}
    />
  );
}

/** The way to the nearest free slot. Its code loads after the code that shows the rental. */
const returnRadar = new LazyPart(
  async () => (await withTexts(import('./radar/ReturnRadar.tsx'), 'radar')).ReturnRadar,
);

/** The highest number of the rider's own stations above the nearby stations. The search lists all own stations. */
const mostMine = 3;

function Mine() {
  const { t } = useTranslation('stations');
  const mine = useLazyPart(myStations);
  return mine.status === 'ready' ? (
    <ErrorBoundary>
      <mine.Part
        most={mostMine}
        handle={<SheetHandle raise={t(($) => $.showList)} lower={t(($) => $.showMap)} />}
      />
    </ErrorBoundary>
  ) : null;
}

/**
 * The way to the nearest free slot. The page reserves space for the radar, so that the elements
 * below do not move when the radar appears.
 */
function Radar(props: OrderHomeProps & { onTarget: (id: string | null) => void }) {
  const radar = useLazyPart(returnRadar);
  const { status } = usePosition();
  const isSignedIn = useSelector(selectIsSignedIn);
  const isLocated = status === 'known' || status === 'asking';
  const located = isSignedIn ? styles['account'] : styles['radar'];
  return (
    <div className={isLocated ? located : styles['ask']}>
      {radar.status === 'ready' ? <radar.Part {...props} /> : null}
    </div>
  );
}

/**
 * Stations for the return. They are near the rider. If the rider's position is unknown, they are near the station of
 * the pick-up or, if that station failed to load, near the centre of the operator's area.
 *
 * `except` is the id of the station to which the radar points. The list does not contain this station.
 */
function ReturnPlaces({ order, except }: { order: Order; except: string | null }) {
  const { data: config } = useGetConfigQuery();
  const { data: taken, isError } = useGetStationQuery(order.station.id);
  const fallback = taken ?? (isError ? config?.map.center : undefined);
  return fallback === undefined ? null : <NearbyReturnPlaces fallback={fallback} except={except} />;
}
