import { Heart } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import type { MyStations as Mine } from '../../../../contract/favourites.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import '../../../features/favourites/favouriteTexts.ts';
import { useMyStations } from '../../../features/favourites/useMyStations.ts';
import { DataAge } from '../../../features/stations/DataAge.tsx';
import { useOpenNow } from '../../../features/stations/hours/useOpenNow.ts';
import { OpeningLine } from '../../../features/stations/hours/OpeningLine.tsx';
import { usePosition } from '../../../features/stations/location/position.ts';
import { matchStations } from '../../../features/stations/nearby/matchStations.ts';
import { StationRow, useRowBasics } from '../../../features/stations/StationRow.tsx';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import styles from './MyStations.module.css';

export interface MyStationsProps {
  /** The handle of the sheet. This section is the top of the sheet, so the handle below it is hidden. */
  handle: ReactNode;
  /** The searched text. Only stations that match it are shown. */
  q?: string;
  purpose?: Purpose;
  isOpenOnly?: boolean;
  openedFrom?: string;
  /** The highest number of rows. */
  most?: number;
  /** Called with the ids of the rows, so that the list below need not repeat them. */
  onShown?: (ids: readonly string[]) => void;
}

/** The usual station and the favourites of the rider, above the other stations of a list. */
export function MyStations({
  q = '',
  purpose,
  handle,
  isOpenOnly = false,
  openedFrom,
  most,
  onShown,
}: MyStationsProps) {
  const { t } = useTranslation('favourites');
  const { data, oldFrom } = useMyStations();
  const basics = useRowBasics();
  const position = usePosition();
  const from = position.status === 'known' ? position.point : null;
  const isOpen = useOpenNow();
  const all = (data === undefined ? [] : inOrder(data)).filter(
    (station) => !isOpenOnly || isOpen(station),
  );
  const shown = (q === '' ? all : matchStations(all, q, from)).slice(0, most);
  const ids = shown.map(({ id }) => id).join();
  useEffect(() => {
    onShown?.(ids === '' ? [] : ids.split(','));
    return () => onShown?.([]);
  }, [onShown, ids]);
  if (shown.length === 0) return null;
  return (
    <section className={styles['mine']} aria-label={t(($) => $.heading)}>
      {handle}
      <div className={styles['head']}>
        <h2 tabIndex={-1}>{t(($) => $.heading)}</h2>
        {oldFrom === null ? null : <DataAge at={new Date(oldFrom).toISOString()} />}
      </div>
      <ul className="st-list">
        {shown.map((station) => (
          <StationRow
            key={station.id}
            station={{ ...station, metres: from === null ? 0 : distanceMetres(from, station) }}
            hasDistance={from !== null}
            purpose={purpose}
            openedFrom={openedFrom}
            hours={
              <>
                <span className={styles['why']}>
                  <Heart aria-hidden="true" fill="currentColor" />
                  {station.id === data?.usual?.id ? t(($) => $.usual) : t(($) => $.favourite)}
                </span>
                <OpeningLine station={station} />
              </>
            }
            {...basics}
          />
        ))}
      </ul>
    </section>
  );
}

/** The usual station, then the favourites. Each station occurs once. */
function inOrder({ favourites, usual }: Mine): StationSummary[] {
  if (usual === null) return favourites;
  return [usual, ...favourites.filter(({ id }) => id !== usual.id)];
}
