import './leaflet.css';
import { divIcon } from 'leaflet';
import type { Map as LeafletMap } from 'leaflet';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { MapContainer, Marker, useMap, useMapEvents } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom } from '../../../../contract/rules/tiles.ts';
import type { Bounds } from '../../../../contract/rules/tiles.ts';
import type { Point } from '../../../lib/geo.ts';
import { useShownTheme } from '../../../lib/theme.ts';
import { mapMoved, selectMapView } from '../mapSlice.ts';
import { viewTiles } from '../nearby.ts';
import type { ReadTile } from '../nearby.ts';
import { useStationWords } from '../useStationWords.ts';
import { useTiles } from '../useTiles.ts';
import { BaseLayer } from './BaseLayer.tsx';
import { groupPins } from './groupPins.ts';
import type { Pin } from './groupPins.ts';
import { StationPins } from './StationPins.tsx';
import styles from './StationMap.module.css';

export interface StationMapProps {
  map: Config['map'];
  /** Where the person is; null while that is not known. */
  position: Point | null;
  /** The station whose sheet is open. */
  selected: (Point & { id: string }) | null;
  /** The nearest station: it is drawn as the one to go to. */
  nearest: string | null;
  onOpen: (id: string) => void;
}

interface View {
  bounds: Bounds;
  zoom: number;
}

const nearZoom = 16;
const noMoreThan = 60;

/** The map behind home: streets, the stations in view as buttons, and the person's own place. */
export function StationMap({ map, position, selected, nearest, onOpen }: StationMapProps) {
  const { t } = useTranslation('stations');
  const saved = useSelector(selectMapView);
  const [start] = useState(() => selected ?? saved ?? map.center);
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [zoom] = useState(() => (selected ? nearZoom : (saved?.zoom ?? map.zoom)));

  return (
    <section className={styles['frame']} aria-label={t(($) => $.map)}>
      <MapContainer
        className={styles['map'] ?? ''}
        center={[start.lat, start.lng]}
        zoom={zoom}
        minZoom={3}
        maxZoom={maxZoom}
        zoomControl={false}
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        inertia={!isStill}
        worldCopyJump
      >
        <Ground map={map} />
        <Stations highlighted={selected?.id ?? nearest} onOpen={onOpen} />
        {position === null ? null : <Here at={position} name={t(($) => $.youAreHere)} />}
        <Follow position={position} selected={selected} home={saved === null ? map.center : null} />
        <ZoomButtons />
      </MapContainer>
    </section>
  );
}

function Ground({ map }: { map: Config['map'] }) {
  const theme = useShownTheme();
  const { i18n } = useTranslation();
  const leaflet = useMap();
  const attribution = map.base.kind === 'none' ? '' : map.base.attribution;
  // Before the first frame of the map: a line that grows later would move.
  useLayoutEffect(() => {
    const control = leaflet.attributionControl;
    control.setPrefix('<a href="https://leafletjs.com">Leaflet</a>').addAttribution(attribution);
    return () => {
      control.removeAttribution(attribution);
    };
  }, [leaflet, attribution]);
  return <BaseLayer base={map.base} theme={theme} language={i18n.language} />;
}

function viewOf(map: LeafletMap): View {
  const bounds = map.getBounds();
  return {
    zoom: map.getZoom(),
    bounds: {
      north: bounds.getNorth(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      west: bounds.getWest(),
    },
  };
}

function Stations({
  highlighted,
  onOpen,
}: {
  highlighted: string | null;
  onOpen: (id: string) => void;
}) {
  const map = useMap();
  const dispatch = useDispatch();
  const words = useStationWords();
  const [view, look] = useState(() => viewOf(map));
  useMapEvents({
    moveend: () => {
      look(viewOf(map));
      const { lat, lng } = map.getCenter();
      dispatch(mapMoved({ lat, lng, zoom: map.getZoom() }));
    },
    resize: () => look(viewOf(map)),
  });
  const choose = useCallback((read: ReadTile) => viewTiles(view.bounds, view.zoom, read), [view]);
  const { tiles } = useTiles(choose);

  const pins = useMemo(() => {
    const inView = ({ lat, lng }: Point) =>
      lat < view.bounds.north &&
      lat > view.bounds.south &&
      lng < view.bounds.east &&
      lng > view.bounds.west;
    const middle = {
      lat: (view.bounds.north + view.bounds.south) / 2,
      lng: (view.bounds.east + view.bounds.west) / 2,
    };
    const far = (place: Point) => (place.lat - middle.lat) ** 2 + (place.lng - middle.lng) ** 2;
    const stations = tiles
      .flatMap((tile) => tile.stations)
      .filter(inView)
      .sort(
        (a, b) => Number(b.id === highlighted) - Number(a.id === highlighted) || far(a) - far(b),
      );
    const clusters = tiles.flatMap((tile) => tile.clusters).filter(inView);
    return groupPins(stations, clusters, ({ lat, lng }) =>
      map.project([lat, lng], view.zoom),
    ).slice(0, noMoreThan);
  }, [map, tiles, view, highlighted]);

  const nameOf = (pin: Pin) =>
    pin.kind === 'station' ? words.pin(pin.station) : words.cluster(pin.cluster);
  const pick = (pin: Pin) => {
    if (pin.kind === 'station') onOpen(pin.station.id);
    else map.setView([pin.cluster.lat, pin.cluster.lng], Math.min(maxZoom, view.zoom + 2));
  };
  return <StationPins pins={pins} highlighted={highlighted} nameOf={nameOf} onPick={pick} />;
}

const hereIcon = divIcon({ className: styles['here'] ?? '', iconSize: [20, 20] });

function Here({ at, name }: { at: Point; name: string }) {
  return (
    <Marker
      position={[at.lat, at.lng]}
      icon={hereIcon}
      keyboard={false}
      interactive={false}
      alt={name}
    />
  );
}

interface FollowProps extends Pick<StationMapProps, 'position' | 'selected'> {
  /** Where the operator's map begins, for who has not looked elsewhere yet. */
  home: Point | null;
}

const streetZoom = 15;

/** Keeps what matters in the part of the map that the sheet leaves free. */
function Follow({ position, selected, home }: FollowProps) {
  const map = useMap();
  const [start] = useState(home);
  const target = selected ?? position ?? start;
  const lat = target?.lat;
  const lng = target?.lng;
  const isFirst = useRef(true);
  useEffect(() => {
    const animate = !isFirst.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    isFirst.current = false;
    if (lat === undefined || lng === undefined) return;
    const zoom = Math.max(map.getZoom(), streetZoom);
    const middle = map.project([lat, lng], zoom).add([0, coveredBySheet() / 2]);
    map.setView(map.unproject(middle, zoom), zoom, { animate });
  }, [map, lat, lng]);
  return null;
}

/** How many pixels of the map's height the resting sheet covers. */
function coveredBySheet(): number {
  const sheet = document.querySelector('.home-sheet')?.getBoundingClientRect();
  const isBeside = sheet === undefined || sheet.width < innerWidth * 0.75;
  return isBeside ? 0 : Math.max(0, innerHeight - (sheet.top + scrollY));
}

function ZoomButtons() {
  const map = useMap();
  const { t } = useTranslation('stations');
  return (
    <div className={styles['zoom']}>
      <button
        type="button"
        className="home-round"
        aria-label={t(($) => $.zoomIn)}
        onClick={() => map.zoomIn()}
      >
        <svg
          width="24"
          height="24"
          viewBox="0 0 24 24"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M6 12h12M12 6v12" />
        </svg>
      </button>
      <button
        type="button"
        className="home-round"
        aria-label={t(($) => $.zoomOut)}
        onClick={() => map.zoomOut()}
      >
        <svg
          width="24"
          height="24"
          viewBox="0 0 24 24"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d="M6 12h12" />
        </svg>
      </button>
    </div>
  );
}
