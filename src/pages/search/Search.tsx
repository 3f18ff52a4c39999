import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Config } from '../../../contract/config.ts';
import { sheetBeside } from '../../../contract/rules/map/sheetBeside.ts';
import type { Place } from '../../../contract/geo.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { OpenedFrom } from '../../features/stations/closeTarget.ts';
import { LocationButton } from '../../features/stations/location/LocationButton.tsx';
import { useSearchPlacesQuery } from '../../features/stations/searchApi.ts';
import { useUserLocation } from '../../features/stations/location/userLocation.ts';
import { distanceMetres } from '../../../contract/rules/places/distance.ts';
import type { Point } from '../../lib/format/geo.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import { MapFailed } from '../home/MapFailed.tsx';
import { stationMap } from '../home/stationMapPart.ts';
import { useLocateOnMap } from '../home/useLocateOnMap.ts';
import { Places } from './Places.tsx';
import { SearchBar } from './SearchBar.tsx';
import { SearchSheet } from './SearchSheet.tsx';
import styles from './search.module.css';
import { useFoundStations } from './useFoundStations.ts';
import { searchPath, useSearchAddress } from './useSearchAddress.ts';

/**
 * The distance in metres by which the user must move the map before the page offers "search this
 * area".
 */
const elsewhere = 200;
const placeZoom = 16;
const cityZoom = 13;

/** Returns whether the map is always visible because the list is a panel next to it. */
const isBeside = () => matchMedia(sheetBeside).matches;

/** A view of the map that the user has requested. */
interface Sought {
  point: Point;
  zoom?: number;
  others?: readonly Point[];
}

interface View {
  center: Point;
  zoom: number;
  isByPerson: boolean;
}

export interface SearchProps {
  config: Config;
  /** The heading of the page. */
  title: ReactNode;
  /** True if the user opened the page to type. The field then gets the focus. */
  isTyping: boolean;
}

/** The search field with its filters, the map, and a list of the same stations. */
export function Search({ config, title, isTyping }: SearchProps) {
  const { t } = useTranslation(['search', 'stations']);
  const navigate = useNavigate();
  const { address, chosen, change } = useSearchAddress();
  const { known: person, city, from: around } = useUserLocation(config.map.center);
  const from = address.at ?? around;
  // Defer the value, so that an answer does not delay the typing.
  const found = useDeferredValue(useFoundStations(address, person, from));
  const { currentData: places } = useSearchPlacesQuery(
    address.q === '' ? skipToken : { q: address.q, near: from },
  );
  const map = useLazyPart(stationMap);
  const [view, look] = useState<View | null>(null);
  const [sought, seek] = useState<Sought | null>(() =>
    address.at === null ? null : { point: address.at },
  );

  const named = address.q === '' ? none : found.stations;
  /**
   * Whether the sheet is directly below the field. It is true while the user types, because the
   * keyboard leaves no room for the map.
   */
  const [isRaised, setRaised] = useState(() => isTyping && !isBeside());
  // Move the map only when it is visible, because its size is known only then.
  const focus = useHeld(useNamedOrElse(named, sought), isRaised);
  const cityPoint = city?.point;
  const start = useMemo(
    () => (cityPoint === undefined ? null : { point: cityPoint, zoom: cityZoom }),
    [cityPoint],
  );
  const showPerson = useLocateOnMap(person, seek);
  const raise = () => {
    setRaised(!isBeside());
    window.scrollTo({ top: 0 });
  };
  const lower = () => {
    setRaised(false);
    window.scrollTo({ top: 0 });
  };

  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const open = (id: string) => {
    const state: OpenedFrom = { openedFrom: searchPath(address) };
    void navigate(`/home?equip_id=${id}`, { state });
  };
  const onSubmit = (typed: string) => {
    const id = parseStationId(typed);
    lower();
    if (id !== null) open(id);
  };
  const searchArea = () => {
    lower();
    const at = view === null ? from : wrap(view.center);
    seek({ point: at, ...(view && { zoom: view.zoom }) });
    change({ q: '', at, place: null });
  };
  const goTo = ({ name, lat, lng }: Place) => {
    seek({ point: { lat, lng }, zoom: placeZoom });
    change({ q: '', at: { lat, lng }, place: name });
    lower();
  };
  const followPerson = () => {
    showPerson();
    lower();
    change({ q: '', at: null, place: null });
  };
  const isElsewhere =
    view !== null && view.isByPerson && distanceMetres(view.center, from) > elsewhere;

  return (
    <div className={`home ${styles['page']}`} data-raised={isRaised || undefined}>
      <a className="home-skip" href="#stations">
        {t(($) => $.stations.skipMap)}
      </a>
      <SearchBar
        address={chosen}
        isFocused={isTyping}
        onChange={change}
        onFocus={raise}
        onSearch={onSearch}
        onSubmit={onSubmit}
      />
      <div className="home-map">
        {map.status === 'ready' ? (
          <map.Part
            map={config.map}
            position={person}
            selected={null}
            nearest={found.stations[0]?.id ?? null}
            purpose={address.purpose}
            isShown={found.isShown}
            onView={look}
            focus={focus}
            city={start}
            hasPopups
            onOpen={open}
          />
        ) : null}
      </div>
      {map.status === 'failed' ? <MapFailed /> : null}
      <div className={styles['window']}>
        <div className={styles['area']}>
          {isElsewhere ? <Button onClick={searchArea}>{t(($) => $.searchArea)}</Button> : null}
        </div>
        <div className={styles['locate']}>
          <LocationButton onAsk={followPerson} />
        </div>
      </div>
      <main className="home-sheet" id="stations" tabIndex={-1}>
        {title}
        <div className="home-body">
          <SearchSheet
            address={address}
            city={city?.name ?? null}
            found={found}
            foundPlaces={places}
            places={<Places q={address.q} near={from} onChoose={goTo} />}
            onChange={change}
            onLower={isRaised ? lower : undefined}
            onSearchArea={searchArea}
          />
        </div>
      </main>
    </div>
  );
}

/**
 * Moves the longitude of a point on the map into the range of ±180. If the user moves the map
 * across the date line, Leaflet returns longitudes outside of this range.
 */
const wrap = ({ lat, lng }: Point): Point => ({
  lat,
  lng: ((((lng + 180) % 360) + 360) % 360) - 180,
});

const none: readonly (Point & { id: string })[] = [];

/**
 * Returns what the map shows: the stations that match the text, or the requested view. Returns the same object as long
 * as the stations have the same positions, because each new object moves the map.
 */
function useNamedOrElse(stations: readonly Point[], sought: Sought | null): Sought | null {
  const places = stations.map(({ lat, lng }) => `${lat},${lng}`).join(' ');
  return useMemo(() => {
    const [point, ...others] = places === '' ? [] : places.split(' ').map(readPlace);
    return point === undefined ? sought : { point, others };
  }, [places, sought]);
}

function readPlace(text: string): Point {
  const [lat = 0, lng = 0] = text.split(',').map(Number);
  return { lat, lng };
}

/**
 * Returns the current value. While `isHeld` is true, returns the value from the time when `isHeld`
 * became true.
 */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, hold] = useState(value);
  if (!isHeld && held !== value) hold(value);
  return isHeld ? held : value;
}
