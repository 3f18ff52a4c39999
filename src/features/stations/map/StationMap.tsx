import './leaflet.css';
import { divIcon } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { MapContainer, Marker, useMap } from 'react-leaflet';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom, minZoom } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { nextTask } from '../../../lib/loading/nextTask.ts';
import { selectMapView } from '../mapSlice.ts';
import type { MapView } from '../mapSlice.ts';
import { Attribution } from './Attribution.tsx';
import { adoptFirstMap, removeFirstControls } from './firstMap.ts';
import { Camera } from './Camera.tsx';
import type { Focus } from './Camera.tsx';
import { BaseMap, blockMapEvents } from './streets/BaseMap.tsx';
import { LayersControl } from './LayersControl.tsx';
import { Overlays } from './Overlays.tsx';
import { centerForPoint, layoutName } from './shownView.ts';
import { Stations } from './Stations.tsx';
import { useMapKeys } from './useMapKeys.ts';
import { useMapMover } from './useMapMover.ts';
import type { Mover } from './useMapMover.ts';
import { ZoomButtons } from './ZoomButtons.tsx';
import styles from './StationMap.module.css';

export interface StationMapProps {
  map: Config['map'];
  /** The user's position; null while it is unknown. */
  position: Point | null;
  /** The station on the sheet; null if no station is open. */
  selected: (Point & { id: string }) | null;
  /**
   * The id of the nearest station, which is highlighted while no station is open; null if it is
   * unknown.
   */
  nearest: string | null;
  /** What the user searches for. With `rent`, the pins show chargers; with `return`, they show free slots. */
  purpose?: Purpose;
  /**
   * Filters the stations. Pass the same function as long as the filter is the same. Clusters from the server
   * cannot be filtered, so the map always shows them.
   */
  isShown?: (station: StationSummary) => boolean;
  /**
   * Called after each move with the center and the zoom of the visible part. `isByPerson` is true if the user
   * moved the map, with a drag, the wheel, fingers, keys or map buttons. It is false if the app moved the
   * map.
   */
  onView?: (view: { center: Point; zoom: number; isByPerson: boolean }) => void;
  /**
   * The view to which the map flies. The map flies again for each new object, even with the same
   * values.
   */
  focus?: Focus | null;
  /**
   * The first view for a user who has not moved the map before. Without this view, the map shows the center
   * that the operator has configured.
   */
  city?: Focus | null;
  /** True if a pin opens a popup with a summary, from which the user can open the station. */
  hasPopups?: boolean;
  /** True if the next visit starts with this map. */
  isSaved?: boolean;
  onOpen: (id: string) => void;
}

const nearZoom = 16;

const everyStation = () => true;

/** The map of stations: streets, the visible stations as buttons, and the user's position. */
export function StationMap(props: StationMapProps) {
  const { map, selected, focus, city = null } = props;
  const { t } = useTranslation('stations');
  const saved = useSelector(selectMapView);
  const [start] = useState(() => selected ?? focus?.point ?? saved ?? city?.point ?? map.center);
  const [restored] = useState(saved);
  const home = useMemo(
    () => (restored === null ? (city ?? { point: map.center }) : null),
    [restored, city, map.center],
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
        attributionControl={false}
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        inertia={!isStill}
        keyboard={false}
        worldCopyJump
      >
        {restored === null ? null : <RestoredView {...restored} />}
        <Scene {...props} home={home} />
      </MapContainer>
    </section>
  );
}

/**
 * If the saved view is from another layout, moves the map, so that the part above the sheet has the
 * same middle as before.
 */
function RestoredView({ visible, zoom }: MapView) {
  const map = useMap();
  useEffect(() => {
    if (visible === undefined || visible.layout === layoutName()) return;
    map.setView(centerForPoint(map, visible, zoom), zoom, { animate: false });
  }, [map, visible, zoom]);
  return null;
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
  isSaved = false,
  onOpen,
  home,
}: StationMapProps & { home: Focus | null }) {
  const { t } = useTranslation(['stations', 'map']);
  const leaflet = useMap();
  const mover = useMapMover();
  useMapKeys(t(($) => $.map.keys));
  // On a slow device, Leaflet needs a long time to create a map, so add most of its contents in a later task.
  const [isBegun, setIsBegun] = useState(false);
  // This effect runs after the effect of the camera, which shows the first view.
  useEffect(() => adoptFirstMap(leaflet), [leaflet]);
  useEffect(() => void nextTask().then(() => setIsBegun(true)), []);
  return (
    <>
      <BaseMap map={map} />
      <Attribution map={map} />
      <Camera position={position} selected={selected} focus={focus} home={home} mover={mover} />
      {isBegun ? (
        <>
          <Overlays overlays={map.overlays} />
          <Stations
            saved={isSaved ? { base: map.base, isHighlighted: selected === null } : null}
            purpose={purpose}
            highlighted={selected?.id ?? nearest}
            isShown={isShown}
            hasPopups={hasPopups}
            onView={onView}
            onOpen={onOpen}
            mover={mover}
          />
          {position === null ? null : <Here at={position} name={t(($) => $.youAreHere)} />}
          <Controls overlays={map.overlays} mover={mover} />
        </>
      ) : null}
    </>
  );
}

function Controls({ overlays, mover }: { overlays: Config['map']['overlays']; mover: Mover }) {
  useEffect(removeFirstControls, []);
  return (
    <div className={`map-controls ${styles['controls']}`} ref={blockMapEvents}>
      <LayersControl overlays={overlays} />
      <ZoomButtons mover={mover} />
    </div>
  );
}

const hereIcon = divIcon({
  className: styles['here'] ?? '',
  iconSize: [20, 20],
  // Without an element, Leaflet would write the empty text as HTML, which Trusted Types forbid.
  html: document.createElement('span'),
});

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
