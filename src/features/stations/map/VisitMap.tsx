import './leaflet.css';
import { latLngBounds } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { MapContainer, useMap } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom, minZoom } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { Attribution } from './Attribution.tsx';
import type { MapPin } from './pins.ts';
import { StationPins } from './StationPins.tsx';
import styles from './StationMap.module.css';
import { BaseMap, blockMapEvents } from './streets/BaseMap.tsx';
import { useMapKeys } from './useMapKeys.ts';
import { Mover } from './useMapMover.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

/** A place with the number that its pin shows. */
interface VisitedPlace extends Point {
  id: string;
  count: number;
  /** The accessible name of the pin. */
  label: string;
}

export interface VisitMapProps {
  map: Config['map'];
  /** The places. There is at least one. If pins overlap, the first place is on top. */
  places: readonly VisitedPlace[];
  /** The id of the highlighted place; null if there is none. */
  selected: string | null;
  /** The accessible name of the map. It mentions the keys that move the map. */
  keys: string;
  onPick: (id: string) => void;
}

/** A single place must not be shown at the highest zoom. */
const streetZoom = 16;

/** A street map that shows all places at first. */
export function VisitMap({ map, places, selected, keys, onPick }: VisitMapProps) {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [bounds] = useState(() => latLngBounds(places.map(({ lat, lng }) => [lat, lng])));
  return (
    <div className={styles['frame']}>
      <MapContainer
        className={styles['map'] ?? ''}
        bounds={bounds}
        boundsOptions={{ padding: [48, 48], maxZoom: streetZoom }}
        minZoom={minZoom}
        maxZoom={maxZoom}
        zoomControl={false}
        attributionControl={false}
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        inertia={!isStill}
        keyboard={false}
        // The wheel scrolls the page, not the map. Buttons, keys and fingers zoom the map.
        scrollWheelZoom={false}
        worldCopyJump
      >
        <Scene map={map} places={places} selected={selected} keys={keys} onPick={onPick} />
      </MapContainer>
    </div>
  );
}

function Scene({ map, places, selected, keys, onPick }: VisitMapProps) {
  const [mover] = useState(() => new Mover());
  const leaflet = useMap();
  useMapKeys(keys);
  const shown = places.find(({ id }) => id === selected);
  useEffect(() => {
    if (shown) leaflet.panInside([shown.lat, shown.lng], { padding: [60, 60] });
  }, [leaflet, shown]);
  const pins = useMemo(
    () =>
      places.map(({ id, lat, lng, count, label }): MapPin => ({
        key: id,
        lat,
        lng,
        kind: 'station',
        name: label,
        label: String(count),
        stock: 'some',
        isHighlighted: id === selected,
      })),
    [places, selected],
  );
  return (
    <>
      <BaseMap map={map} />
      <Attribution map={{ ...map, overlays: [] }} />
      <StationPins pins={pins} onPick={({ key }) => onPick(key)} />
      <div className={styles['controls']} ref={blockMapEvents}>
        <ZoomButtons mover={mover} />
      </div>
    </>
  );
}
