import './leaflet.css';
import { useState } from 'react';
import { MapContainer, useMapEvents } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom, minZoom } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { Attribution } from './Attribution.tsx';
import { BaseMap, blockMapEvents } from './streets/BaseMap.tsx';
import styles from './StationMap.module.css';
import { useMapKeys } from './useMapKeys.ts';
import { Mover } from './useMapMover.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

export interface PlaceMapProps {
  map: Config['map'];
  start: Point;
  zoom: number;
  /** The accessible name of the map. It mentions the keys that move the map. */
  keys: string;
  /** Called after each move with the center of the map. */
  onMove: (middle: Point) => void;
}

/** A street map without stations. The user moves it until the wanted place is at the center. */
export function PlaceMap({ map, start, zoom, keys, onMove }: PlaceMapProps) {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  return (
    <div className={styles['frame']}>
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
        // The wheel scrolls the page, not the map. Buttons, keys and fingers zoom the map.
        scrollWheelZoom={false}
        worldCopyJump
      >
        <Scene map={map} keys={keys} onMove={onMove} />
      </MapContainer>
    </div>
  );
}

function Scene({ map, keys, onMove }: Pick<PlaceMapProps, 'map' | 'keys' | 'onMove'>) {
  const [mover] = useState(() => new Mover());
  useMapKeys(keys);
  const leaflet = useMapEvents({
    moveend: () => {
      const { lat, lng } = leaflet.getCenter().wrap();
      onMove({ lat, lng });
    },
  });
  return (
    <>
      <BaseMap map={map} />
      <Attribution map={{ ...map, overlays: [] }} />
      <div className={styles['controls']} ref={blockMapEvents}>
        <ZoomButtons mover={mover} />
      </div>
    </>
  );
}
