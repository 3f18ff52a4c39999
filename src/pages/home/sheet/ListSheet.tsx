import { memo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mainLink, scanLink, sheetTitle } from '../../../../contract/rules/firstScreen/home.ts';
import { searchIcon } from '../../../../contract/rules/firstScreen/icons.ts';
import { DataAge } from '../../../features/stations/DataAge.tsx';
import { LocationProblem } from '../../../features/stations/location/LocationButton.tsx';
import { StationRow, useRowBasics } from '../../../features/stations/StationRow.tsx';
import type { NearbyStations } from '../../../features/stations/nearby/useNearbyStations.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { BlockedBy } from '../blockedBy.ts';
import { SheetHandle } from './SheetHandle.tsx';
import { SheetProblem } from './SheetProblem.tsx';
import { SheetWait } from './SheetWait.tsx';
import { element } from '../../../ui/link/element.ts';

export interface ListSheetProps {
  nearby: NearbyStations;
  hasDistance: boolean;
  /**
   * The city around which the stations are listed. It is null if the position of the user is known,
   * or if the city is unknown.
   */
  city: string | null;
  blocked: BlockedBy | undefined;
  /** The rider's own stations, which come first. */
  mine: ReactNode;
}

/** The list of the stations around the user, nearest first, with the button to rent. */
export function ListSheet({ nearby, hasDistance, city, blocked, mine }: ListSheetProps) {
  const { t } = useTranslation(['stations', 'common']);
  const title = hasDistance
    ? t(($) => $.nearest)
    : city === null
      ? t(($) => $.around)
      : t(($) => $.aroundCity, { city });
  const age = nearby.at === null ? null : <DataAge at={nearby.at} />;
  return (
    <>
      {mine}
      <div className="home-head">
        <SheetHandle raise={t(($) => $.showList)} lower={t(($) => $.showMap)} />
        {sheetTitle(element, title, { tabIndex: -1 }, age)}
      </div>
      <LocationProblem />
      <List nearby={nearby} hasDistance={hasDistance} />
      <div className="home-foot">
        {blocked === undefined
          ? scanLink(
              element,
              t(($) => $.scanToRent),
            )
          : mainLink(
              element,
              '/home',
              t(($) => $.common.seeMyCharger),
            )}
      </div>
    </>
  );
}

function List({ nearby, hasDistance }: Pick<ListSheetProps, 'nearby' | 'hasDistance'>) {
  const { t } = useTranslation(['stations', 'search']);
  if (nearby.stations.length > 0) {
    return <Rows stations={nearby.stations} hasDistance={hasDistance} />;
  }
  if (nearby.status === 'ready') {
    return (
      <EmptyState
        symbol={searchIcon(element)}
        title={t(($) => $.none)}
        action={
          <ButtonLink to="/search" variant="quiet">
            {t(($) => $.search.search)}
          </ButtonLink>
        }
      />
    );
  }
  if (nearby.status !== 'failed') return <SheetWait />;
  return <SheetProblem error={nearby.error} onRetry={nearby.retry} />;
}

interface RowsProps {
  stations: NearbyStations['stations'];
  hasDistance: boolean;
}

/** Memoize this component, because rendering the rows takes most of the time of this screen. */
const Rows = memo(function Rows({ stations, hasDistance }: RowsProps) {
  const basics = useRowBasics();
  return (
    <ul className="st-list">
      {stations.map((station) => (
        <StationRow key={station.id} station={station} hasDistance={hasDistance} {...basics} />
      ))}
    </ul>
  );
});
