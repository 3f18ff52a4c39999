import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import { nextNotice } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { walkingMinutes } from '../../../contract/rules/places/distance.ts';
import { element } from '../../ui/link/element.ts';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { isOpenNow } from '../../../contract/rules/places/openNow.ts';
import { usePosition } from './location/position.ts';
import { useCloseTarget } from './closeTarget.ts';
import type { OpenedFrom } from './closeTarget.ts';
import { serves } from './nearby/serves.ts';
import { useNearbyStations } from './nearby/useNearbyStations.ts';

/**
 * In milliseconds. Counts that are older than this do not show what the station had when the rider opened the
 * sheet.
 */
const freshForMs = 5 * 60_000;

export interface StationRanOutProps {
  station: Station | StationSummary;
  purpose: Purpose;
}

/**
 * Shows where the next station is if the station in the sheet is offline or has no charger (for a return: no free
 * slot). If the station had a charger (or a free slot) earlier, while the sheet was open, the text also reports the
 * change.
 */
export function StationRanOut({ station, purpose }: StationRanOutProps) {
  const has = serves(station, purpose);
  const now = useServerNow(60_000);
  const isFresh = 'at' in station && now - Date.parse(station.at) < freshForMs;
  const [had, setHad] = useState(false);
  if (has && isFresh && !had) setHad(true);
  if (has || !(had || isFresh)) return null;
  return <NextStation empty={station} hasChanged={had} purpose={purpose} />;
}

interface NextStationProps {
  empty: StationSummary;
  /** Whether the station ran out, or lost its connection, while the rider looked at its sheet. */
  hasChanged: boolean;
  purpose: Purpose;
}

function NextStation({ empty, hasChanged, purpose }: NextStationProps) {
  const { t } = useTranslation(['sheet', 'stations']);
  const position = usePosition();
  // Without a position, assume that the rider is near this station.
  const from = position.status === 'known' ? position.point : empty;
  const { stations, status } = useNearbyStations(from);
  const now = useServerNow(60_000);
  const next = stations.find(
    (other) => other.id !== empty.id && serves(other, purpose) && isOpenNow(other, now),
  );
  const isReturning = purpose === 'return';
  const gone = isReturning ? t(($) => $.filledUp) : t(($) => $.ranEmpty);
  const lendsNone = !isReturning && empty.paused;
  // If the station is paused, report no change, because the counts in the sheet already show that
  // the station only takes returns.
  const change = empty.online ? (lendsNone ? null : gone) : t(($) => $.wentOffline);
  const where = next
    ? t(($) => (isReturning ? $.nextStationToReturn : $.nextStation), {
        name: next.name,
        walk: t(($) => $.stations.walk, { count: walkingMinutes(next.metres) }),
      })
    : null;
  const text = [hasChanged ? change : null, where].filter((part) => part !== null).join(' ');
  // Pass on the address of the list from which the rider opened this station. The address also contains the purpose.
  const openedFrom = { openedFrom: useCloseTarget() } satisfies OpenedFrom;
  const announce = useAnnounce();
  const isSettled = status !== 'loading';
  const announced = useRef<string | null>(null);

  useEffect(() => {
    // Announce the text again only if the next station or the connection of this station has changed, not if only the
    // walking time has changed.
    const about = `${empty.online} ${next?.id}`;
    if (!isSettled || text === '' || announced.current === about) return;
    announced.current = about;
    announce(text);
  }, [announce, isSettled, text, empty.online, next?.id]);

  if (text === '') return null;
  const link = next && { href: stationPath(next.id), show: t(($) => $.nextStationShow) };
  return nextNotice(element, text, link, { state: openedFrom });
}
