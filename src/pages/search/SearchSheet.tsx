import { Search } from 'lucide-react';
import { skipToken } from '@reduxjs/toolkit/query';
import { memo, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useErrorText } from '../../api/useErrorText.ts';
import type { PlaceSearchResult } from '../../../contract/geo.ts';
import { sheetTitle } from '../../../contract/rules/firstScreen/home.ts';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { DataAge } from '../../features/stations/DataAge.tsx';
import { LocationProblem } from '../../features/stations/location/LocationButton.tsx';
import { OpeningLine } from '../../features/stations/hours/OpeningLine.tsx';
import { useNameAreaQuery } from '../../features/stations/searchApi.ts';
import { StationRow, useRowBasics } from '../../features/stations/StationRow.tsx';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { element } from '../../ui/link/element.ts';
import { myStations, noFavourites } from '../home/mine/parts.ts';
import { SheetHandle } from '../home/sheet/SheetHandle.tsx';
import { SheetWait } from '../home/sheet/SheetWait.tsx';
import type { FoundStations } from './useFoundStations.ts';
import styles from './search.module.css';
import { searchPath } from './useSearchAddress.ts';
import type { SearchAddress } from './useSearchAddress.ts';

export interface SearchSheetProps {
  address: SearchAddress;
  found: FoundStations;
  /** The city around which stations are listed; null if the position of the user is known, or the city is unknown. */
  city: string | null;
  /** The places with the searched name. The value is undefined until they are known. */
  foundPlaces: PlaceSearchResult | undefined;
  /** The list of places, shown above the stations. */
  places: ReactNode;
  onChange: (part: Partial<SearchAddress>) => void;
  /** Lowers a sheet that was raised because the user types. */
  onLower: (() => void) | undefined;
  onSearchArea: () => void;
}

/** The sheet with the list of the stations on the map. */
export function SearchSheet({
  address,
  city,
  found,
  foundPlaces,
  places,
  onChange,
  onLower,
  onSearchArea,
}: SearchSheetProps) {
  const { t } = useTranslation('stations');
  const isSignedIn = useSelector(selectIsSignedIn);
  const [mine, showMine] = useState<readonly string[]>(none);
  // The rider's own stations are above the list, so the list does not repeat them.
  const others = useMemo(
    () => ({ ...found, stations: found.stations.filter(({ id }) => !mine.includes(id)) }),
    [found, mine],
  );
  useSpokenCount(address.q, found, foundPlaces?.places.length ?? 0);
  const handle = (
    <SheetHandle raise={t(($) => $.showList)} lower={t(($) => $.showMap)} onLower={onLower} />
  );
  return (
    <>
      {isSignedIn && address.at === null ? (
        <Mine address={address} handle={handle} onShown={showMine} />
      ) : null}
      <div className="home-head">
        {handle}
        {places}
        <Title address={address} city={city} found={found} />
      </div>
      <LocationProblem isSearch />
      {found.stations.length > 0 && others.stations.length === 0 ? null : (
        <List {...{ address, found: others, foundPlaces, onChange, onSearchArea }} />
      )}
      {isSignedIn && address.at === null && address.q === '' ? <NoFavourites /> : null}
      {foundPlaces === undefined || foundPlaces.places.length === 0 ? null : (
        <small className={styles['source']}>{foundPlaces.attribution}</small>
      )}
    </>
  );
}

const none: readonly string[] = [];

interface MineProps {
  address: SearchAddress;
  handle: ReactNode;
  onShown: (ids: readonly string[]) => void;
}

/** The rider's own stations that match the search. */
function Mine({ address, ...rest }: MineProps) {
  const mine = useLazyPart(myStations);
  if (mine.status !== 'ready') return null;
  return (
    <ErrorBoundary>
      <mine.Part
        q={address.q}
        purpose={address.purpose}
        isOpenOnly={address.isOpenOnly}
        openedFrom={searchPath(address)}
        {...rest}
      />
    </ErrorBoundary>
  );
}

function NoFavourites() {
  const part = useLazyPart(noFavourites);
  return part.status === 'ready' ? (
    <ErrorBoundary>
      <part.Part />
    </ErrorBoundary>
  ) : null;
}

function Title({
  address: { q, at, place },
  city,
  found,
}: Pick<SearchSheetProps, 'address' | 'city' | 'found'>) {
  const { t } = useTranslation(['search', 'stations']);
  const count = found.stations.length;
  const area = useNameAreaQuery(at !== null && place === null && q === '' ? at : skipToken);
  const near = place ?? area.currentData ?? null;
  const text = () => {
    // If the server did not answer, only the cached stations were searched.
    if (found.isCached || (q !== '' && found.status === 'failed')) return t(($) => $.saved);
    if (q !== '')
      return found.status !== 'ready'
        ? t(($) => $.searching)
        : count === 0
          ? t(($) => $.none)
          : t(($) => $.found, { count });
    if (near !== null) return t(($) => $.nearPlace, { place: near });
    if (at !== null) return t(($) => $.stations.around);
    if (found.hasDistance) return t(($) => $.nearest);
    return city === null ? t(($) => $.stations.around) : t(($) => $.stations.aroundCity, { city });
  };
  const age = found.at === null || count === 0 ? null : <DataAge at={found.at} />;
  return sheetTitle(element, text(), { tabIndex: -1 }, age);
}

/**
 * Announces the number of stations that were found. If no station was found, announces the number
 * of places.
 */
function useSpokenCount(q: string, { status, stations }: FoundStations, places: number): void {
  const { t } = useTranslation('search');
  const announce = useAnnounce();
  const count = stations.length;
  const spoken =
    count === 0 && places > 0
      ? t(($) => $.placesFound, { count: places })
      : t(($) => $.found, { count });
  useEffect(() => {
    if (q !== '' && status === 'ready') announce(spoken);
  }, [announce, q, status, spoken]);
}

function List({ address, found, ...ways }: Omit<SearchSheetProps, 'places' | 'city' | 'onLower'>) {
  const errorText = useErrorText();
  if (found.stations.length > 0) {
    return (
      <Rows
        stations={found.stations}
        hasDistance={found.hasDistance}
        purpose={address.purpose}
        openedFrom={searchPath(address)}
        isBusy={found.status === 'loading'}
      />
    );
  }
  if (found.status !== 'ready') {
    const problem = found.status === 'failed' ? errorText(found.error) : undefined;
    return <SheetWait problem={problem} onRetry={found.retry} />;
  }
  return (
    <div className={styles['empty']}>
      <Nothing address={address} {...ways} />
    </div>
  );
}

interface RowsProps extends Pick<FoundStations, 'stations' | 'hasDistance'> {
  purpose: SearchAddress['purpose'];
  openedFrom: string;
  isBusy: boolean;
}

const Rows = memo(function Rows({ stations, isBusy, ...row }: RowsProps) {
  const basics = useRowBasics();
  return (
    <ul className="st-list" aria-busy={isBusy}>
      {stations.map((station) => (
        <StationRow
          key={station.id}
          station={station}
          hours={<OpeningLine station={station} />}
          {...row}
          {...basics}
        />
      ))}
    </ul>
  );
});

/** Explains why the list is empty, and what the user can do. */
function Nothing({
  address,
  foundPlaces,
  onChange,
  onSearchArea,
}: Pick<SearchSheetProps, 'address' | 'foundPlaces' | 'onChange' | 'onSearchArea'>) {
  const { t } = useTranslation(['search', 'stations']);
  const hint = useHint(foundPlaces);
  if (address.isOpenOnly) {
    return (
      <EmptyState
        symbol={<Search />}
        title={t(($) => $.noneOpen)}
        action={
          <Button variant="quiet" onClick={() => onChange({ isOpenOnly: false })}>
            {t(($) => $.showClosed)}
          </Button>
        }
      />
    );
  }
  if (address.q === '') {
    return (
      <EmptyState
        symbol={<Search />}
        title={t(($) => $.stations.none)}
        action={<p>{t(($) => $.tryStation)}</p>}
      />
    );
  }
  // The heading of the sheet already shows that nothing was found.
  return (
    <EmptyState
      symbol={<Search />}
      text={hint}
      action={
        <>
          <Button variant="quiet" onClick={onSearchArea}>
            {t(($) => $.searchArea)}
          </Button>
          <Button variant="text" onClick={() => onChange({ q: '' })}>
            {t(($) => $.clear)}
          </Button>
        </>
      }
    />
  );
}

/**
 * Returns advice for the user. The text is empty until the server has answered whether there are places with the
 * searched name.
 */
function useHint(foundPlaces: SearchSheetProps['foundPlaces']): string {
  const { t } = useTranslation('search');
  if (foundPlaces === undefined) return '';
  const { places, attribution } = foundPlaces;
  if (places.length > 0) return t(($) => $.choosePlace);
  // Without a geocoder, the search finds only stations, and no places.
  return attribution === undefined ? t(($) => $.tryStation) : t(($) => $.tryPlace);
}
