import './leaflet.css';
import { divIcon } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { MapContainer, Marker } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom, minZoom } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { nextTask } from '../../../lib/loading/nextTask.ts';
import { selectMapView } from '../mapSlice.ts';
import { Camera } from './Camera.tsx';
import type { Focus } from './Camera.tsx';
import { BaseMap, blockMapEvents } from './streets/BaseMap.tsx';
import { LayersControl } from './LayersControl.tsx';
import { Overlays } from './Overlays.tsx';
import { Stations } from './Stations.tsx';
import { useMapKeys } from './useMapKeys.ts';
import { useMapMover } from './useMapMover.ts';
import { ZoomButtons } from './ZoomButtons.tsx';
import styles from './StationMap.module.css';

export interface StationMapProps {
  map: Config['map'];
  /** The person's position; null while unknown. */
  position: Point | null;
  /** The station on the sheet. */
  selected: (Point & { id: string }) | null;
  /** The nearest station, which is highlighted. */
  nearest: string | null;
  /** What the person looks for: the pins show chargers or free slots. */
  purpose?: 'rent' | 'return';
  /**
   * Filters the stations; must be stable. Clusters counted by the server cannot be filtered and
   * stay.
   */
  isShown?: (station: StationSummary) => boolean;
  /**
   * Called after each move with the visible part of the map, and whether the person (drag, wheel,
   * fingers, keys, map buttons) or the app moved it.
   */
  onView?: (view: { center: Point; zoom: number; isByPerson: boolean }) => void;
  /** The next view; each new object flies there. */
  focus?: Focus | null;
  /**
   * The initial view, for a person who has not moved the map before; without it, the operator's
   * configured center.
   */
  city?: Focus | null;
  /** A pin opens a popup with a summary on the map, and the popup opens the station. */
  hasPopups?: boolean;
  onOpen: (id: string) => void;
}

const nearZoom = 16;

const everyStation = () => true;

/**
 * The map on the home page: streets, the visible stations as buttons, and the person's position.
 */
export function StationMap(props: StationMapProps) {
  const { map, selected, focus, city = null } = props;
  const { t } = useTranslation('stations');
  const saved = useSelector(selectMapView);
  const [start] = useState(() => selected ?? focus?.point ?? saved ?? city?.point ?? map.center);
  const [isNew] = useState(saved === null);
  const home = useMemo(
    () => (isNew ? (city ?? { point: map.center }) : null),
    [isNew, city, map.center],
  );
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [zoom] = useState(() => (selected ? nearZoom : (saved?.zoom ?? map.zoom)));

  return (
    <section className={styles['frame']} aria-label={t(($) => $.map)}>
      <MapContainer
        className={styles['map'] ?? ''}
        center={[start.lat, start.lng]}
        zoom={zoom}
        minZoom={minZoom}
        maxZoom={maxZoom}
        zoomControl={false}
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        inertia={!isStill}
        keyboard={false}
        worldCopyJump
      >
        <Scene {...props} home={home} />
      </MapContainer>
    </section>
  );
}

function Scene({
  map,
  position,
  selected,
  nearest,
  purpose = 'rent',
  isShown = everyStation,
  onView,
  focus = null,
  hasPopups = false,
  onOpen,
  home,
}: StationMapProps & { home: Focus | null }) {
  const { t } = useTranslation(['stations', 'map']);
  const mover = useMapMover();
  useMapKeys(t(($) => $.map.keys));
  // Leaflet takes long to create a map on a slow device, so this runs in a task of its own.
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => void nextTask().then(() => setIsBegun(true)), []);
  return (
    <>
      <BaseMap map={map} />
      <Camera position={position} selected={selected} focus={focus} home={home} mover={mover} />
      {isBegun ? (
        <>
          <Overlays overlays={map.overlays} />
          <Stations
            purpose={purpose}
            highlighted={selected?.id ?? nearest}
            isShown={isShown}
            hasPopups={hasPopups}
            onView={onView}
            onOpen={onOpen}
            mover={mover}
          />
          {position === null ? null : <Here at={position} name={t(($) => $.youAreHere)} />}
          <div className={styles['controls']} ref={blockMapEvents}>
            <LayersControl overlays={map.overlays} />
            <ZoomButtons mover={mover} />
          </div>
        </>
      ) : null}
    </>
  );
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
