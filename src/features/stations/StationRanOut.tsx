import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { walkingMinutes } from '../../lib/format/geo.ts';
import { Link } from '../../ui/link/Link.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { usePosition } from './location/position.ts';
import { useCloseTarget } from './closeTarget.ts';
import type { OpenedFrom } from './closeTarget.ts';
import styles from './StationSheet.module.css';
import { useNearbyStations } from './nearby/useNearbyStations.ts';

/** In milliseconds. Older counts do not show what the station had when the sheet was opened. */
const freshForMs = 5 * 60_000;

type Purpose = 'rent' | 'return';

export interface StationRanOutProps {
  station: Station | StationSummary;
  purpose: Purpose;
}

function hasAny({ online, chargers, freeSlots }: StationSummary, purpose: Purpose): boolean {
  return online && (purpose === 'return' ? freeSlots : chargers) > 0;
}

/**
 * Reports that the open station has no charger any more, no free slot (for a return) or no
 * connection. Shows where the next station is.
 */
export function StationRanOut({ station, purpose }: StationRanOutProps) {
  const has = hasAny(station, purpose);
  const now = useServerNow(60_000);
  const isFresh = 'at' in station && now - Date.parse(station.at) < freshForMs;
  const [had, setHad] = useState(false);
  if (has && isFresh && !had) setHad(true);
  return had && !has ? <NextStation empty={station} purpose={purpose} /> : null;
}

interface NextStationProps {
  empty: StationSummary;
  purpose: Purpose;
}

function NextStation({ empty, purpose }: NextStationProps) {
  const { t } = useTranslation('stations');
  const position = usePosition();
  // Without a position, assume that the rider is near this station.
  const from = position.status === 'known' ? position.point : empty;
  const { stations, status } = useNearbyStations(from);
  const now = useServerNow(60_000);
  const next = stations.find(
    (other) => other.id !== empty.id && hasAny(other, purpose) && isOpenNow(other, now),
  );
  const isReturning = purpose === 'return';
  const gone = isReturning ? t(($) => $.filledUp) : t(($) => $.ranEmpty);
  const what = empty.online ? gone : t(($) => $.wentOffline);
  const where = next
    ? t(($) => (isReturning ? $.nextStationToReturn : $.nextStation), {
        name: next.name,
        walk: t(($) => $.walk, { count: walkingMinutes(next.metres) }),
      })
    : null;
  // The link to the next station keeps the list and the purpose of this one.
  const openedFrom = { openedFrom: useCloseTarget() } satisfies OpenedFrom;
  const announce = useAnnounce();
  const isSettled = status !== 'loading';
  const announced = useRef<string | null>(null);

  useEffect(() => {
    // Announce it once for each station. A change of the walking time is not announced.
    const about = `${empty.online} ${next?.id}`;
    if (!isSettled || announced.current === about) return;
    announced.current = about;
    announce(where === null ? what : `${what} ${where}`);
  }, [announce, isSettled, what, where, empty.online, next?.id]);

  return (
    <div className={styles['empty']}>
      <p>
        {what} {where}
      </p>
      {next ? (
        <Link to={`/home?equip_id=${next.id}`} state={openedFrom}>
          {t(($) => $.nextStationShow)}
        </Link>
      ) : null}
    </div>
  );
}
