import { Navigation } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { directionsIcon } from '../../../../contract/rules/firstScreen/icons.ts';
import { directionsLink, slotMeter } from '../../../../contract/rules/firstScreen/stationRow.ts';
import { countsText, stationPath } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import type { Order } from '../../../../contract/orders.ts';
import { pauseAt } from '../../../../contract/rules/pricing/pauses.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { selectIsSignedIn } from '../../../features/auth/clientUserSlice.ts';
import { runningCostOf } from '../../../features/orders/running/runningCost.ts';
import { useStoppedAt } from '../../../features/orders/running/waitingClaim.ts';
import { useOpenNow } from '../../../features/stations/hours/useOpenNow.ts';
import { useDirections } from '../../../features/stations/location/directions.ts';
import { LocationProblem } from '../../../features/stations/location/LocationButton.tsx';
import { askForPosition, usePosition } from '../../../features/stations/location/position.ts';
import { returnTarget, takesCharger } from '../../../features/stations/nearby/returnTarget.ts';
import type { NearStation } from '../../../features/stations/nearby/nearby.ts';
import { useNearbyStations } from '../../../features/stations/nearby/useNearbyStations.ts';
import { useStationWords } from '../../../features/stations/useStationWords.ts';
import { useCompassHeading } from '../../../lib/device/compassHeading.ts';
import { bearingDegrees, compassPoint } from '../../../lib/format/compass.ts';
import { distanceMetres, walkingMinutes } from '../../../../contract/rules/places/distance.ts';
import { formatDistance } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { formatTimeOrDate } from '../../../lib/format/timeOrDate.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { useAnnounce } from '../../../ui/feedback/messages.ts';
import { element } from '../../../ui/link/element.ts';
import { Link } from '../../../ui/link/Link.tsx';
import { slotPanel } from '../reserve/parts.ts';
import { SheetProblem } from '../sheet/SheetProblem.tsx';
import './radarTexts.ts';
import styles from './ReturnRadar.module.css';

export interface ReturnRadarProps {
  order: Order;
  /** Whether the last request for the order failed. The cost is then unknown. */
  stale: boolean;
  /**
   * Called with the id of the station to which the radar points; null if there is no such station.
   */
  onTarget: (id: string | null) => void;
}

/** The way to the nearest station that takes the charger. Asks for the position only on a tap. */
export function ReturnRadar(props: ReturnRadarProps) {
  const { t } = useTranslation('stations');
  const { order } = props;
  const position = usePosition();
  if (position.status === 'known') return <Radar from={position.point} {...props} />;
  return (
    <>
      <div className={styles['turn']}>
        <Button
          variant="text"
          icon={<Navigation aria-hidden="true" />}
          busy={position.status === 'asking'}
          onClick={askForPosition}
        >
          {t(($) => $.useLocation)}
        </Button>
      </div>
      <LocationProblem />
      <Slot order={order} target={null} />
    </>
  );
}

function Radar({ from, order, stale, onTarget }: ReturnRadarProps & { from: Point }) {
  const { t } = useTranslation(['radar', 'stations']);
  const { stations, status, error, retry } = useNearbyStations(from, takesCharger);
  const isOpen = useOpenNow();
  const [earlier, setEarlier] = useState<NearStation | null>(null);
  const target = returnTarget(
    // Measure the distances from the current position.
    stations.map((station) => ({ ...station, metres: distanceMetres(from, station) })),
    earlier?.id ?? null,
    isOpen,
  );
  const [lost, setLost] = useState<string | null>(null);
  if (target !== null && target.id !== earlier?.id) {
    // The list contains only stations that take the charger. If it still contains the earlier
    // target, the rider has only come nearer to another station.
    const isLost = earlier !== null && !stations.some(({ id }) => id === earlier.id);
    setLost(isLost ? earlier.name : null);
    setEarlier(target);
  }
  const id = target?.id ?? null;
  useEffect(() => onTarget(id), [onTarget, id]);

  const walk = target && t(($) => $.stations.walk, { count: walkingMinutes(target.metres) });
  const gone = lost === null ? null : t(($) => $.full, { name: lost });
  const next = target && walk ? t(($) => $.next, { name: target.name, walk }) : null;
  useSpokenTarget(id, [gone, next].filter((part) => part !== null).join(' '));

  // If the clock is stopped because the charger fitted into no slot, the panel of the slot already shows other stations.
  const othersAreShown = pauseAt(order.pauses, useServerNow(10_000)) !== null;
  if (target === null) {
    return (
      <>
        {status === 'ready' && !othersAreShown ? <p>{t(($) => $.none)}</p> : null}
        {status === 'failed' && !othersAreShown ? (
          <SheetProblem error={error} onRetry={retry} />
        ) : null}
        <Slot order={order} target={null} />
      </>
    );
  }
  return (
    <section className={styles['radar']} aria-label={t(($) => $.heading)}>
      {gone === null ? null : <p className={styles['gone']}>{gone}</p>}
      <Way
        from={from}
        target={target}
        saving={stale ? null : <Saving order={order} target={target} />}
      />
      <Slot order={order} target={target} />
    </section>
  );
}

/** The slot that the rider has reserved at any station, or the button that reserves a slot at the target. */
function Slot({ order, target }: { order: Order; target: NearStation | null }) {
  const isSignedIn = useSelector(selectIsSignedIn);
  const isOut = order.state === 'charging' || order.state === 'overdue';
  const slot = useLazyPart(slotPanel, isSignedIn && isOut);
  if (!isSignedIn || !isOut || slot.status !== 'ready') return null;
  return (
    <ErrorBoundary>
      <slot.Part order={order} station={target} />
    </ErrorBoundary>
  );
}

/** Announces each new target except the first. Does not announce changes of the distance and the walking time. */
function useSpokenTarget(id: string | null, text: string): void {
  const announce = useAnnounce();
  const spoken = useRef(id);
  useEffect(() => {
    if (id === null || spoken.current === id) return;
    if (spoken.current !== null) announce(text);
    spoken.current = id;
  }, [announce, id, text]);
}

interface WayProps {
  from: Point;
  target: NearStation;
  saving: ReactNode;
}

/** Whether the device is probably a phone or a tablet. Only these have a compass. */
const isHandheld = () => matchMedia('(pointer: coarse)').matches;

function Way({ from, target, saving }: WayProps) {
  const { t, i18n } = useTranslation(['radar', 'stations', 'sheet']);
  const words = useStationWords();
  const directions = useDirections();
  const compass = useCompassHeading(true);
  const bearing = bearingDegrees(from, target);
  const point = compassPoint(bearing);
  const turn = compass.status === 'known' ? bearing - compass.heading : bearing;
  return (
    <>
      <div className={styles['way']}>
        <svg className={styles['arrow']} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d="M12 4.5l4.5 12.5-4.5-3-4.5 3z" transform={`rotate(${Math.round(turn)} 12 12)`} />
        </svg>
        <div className={styles['where']}>
          <p className={styles['label']}>{t(($) => $.heading)}</p>
          <p>
            <Link className={styles['name']} to={stationPath(target.id)}>
              {target.name}
            </Link>
          </p>
        </div>
        {directionsLink(element, directions(target), directionsIcon(element))}
      </div>
      <p>
        {t(($) => $.sheet.wayTo, {
          distance: formatDistance(target.metres, i18n.language),
          direction: t(($) => $.sheet.compass[point]),
          walk: t(($) => $.stations.walk, { count: walkingMinutes(target.metres) }),
        })}
      </p>
      {saving}
      <p className={styles['counts']}>
        {slotMeter(element, target, 'return')}
        {countsText(words, target, 'return')}
      </p>
      {compass.status === 'unasked' && isHandheld() ? (
        <div className={styles['turn']}>
          <Button variant="text" onClick={compass.ask}>
            {t(($) => $.turn)}
          </Button>
        </div>
      ) : null}
      {compass.status === 'refused' ? <p>{t(($) => $.turnRefused)}</p> : null}
    </>
  );
}

/** The time that the rider needs at the cabinet, in milliseconds. */
const atCabinetMs = 60_000;

/**
 * Shows how much a return to this station saves, if the rider can walk there before the price
 * increases, or in time for a free return. Otherwise shows nothing.
 */
function Saving({ order, target }: { order: Order; target: NearStation }) {
  const { t } = useTranslation('radar');
  const now = useServerNow(10_000);
  // While a claim stops the clock, or if the rental is free, an earlier return saves nothing.
  const isStopped = useStoppedAt(order) !== null;
  if (isStopped || order.faulty !== undefined) return null;
  const { soFar, next, freeUntil } = runningCostOf(order, now, null);
  const arrival = now + walkingMinutes(target.metres) * 60_000 + atCabinetMs;
  const isPickUp = target.id === order.station.id;
  if (isPickUp && freeUntil !== null && arrival <= freeUntil) {
    return <p className={styles['saves']}>{t(($) => $.free)}</p>;
  }
  if (next === null || arrival > next.at) return null;
  const saved = next.total.amount - soFar.amount;
  // If the next step brings the cost to the minimum total of a coupon, the cost falls.
  if (saved <= 0) return null;
  const time = formatTimeOrDate(next.at, now);
  const amount = formatMoney({ ...next.total, amount: saved });
  return (
    <p className={styles['saves']}>
      <DatedText text={t(($) => $.saves, { time, amount })} dates={[time]} />
    </p>
  );
}
