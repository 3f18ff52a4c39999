import './leaflet.css';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { MapContainer } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { maxZoom, minZoom } from '../../../../contract/rules/places/tiles.ts';
import { Attribution } from './Attribution.tsx';
import { BaseMap, blockMapEvents } from './streets/BaseMap.tsx';
import styles from './StationMap.module.css';
import { useMapKeys } from './useMapKeys.ts';
import { Mover } from './useMapMover.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

export interface EmbeddedMapProps extends Pick<
  ComponentProps<typeof MapContainer>,
  'center' | 'zoom' | 'bounds' | 'boundsOptions' | 'children'
> {
  map: Config['map'];
  /** The accessible name of the map. It mentions the keys that move the map. */
  keys: string;
}

/** A street map within a page that scrolls. The wheel scrolls the page; buttons, keys and fingers zoom the map. */
export function EmbeddedMap({ map, keys, children, ...view }: EmbeddedMapProps) {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  return (
    <div className={styles['frame']}>
      <MapContainer
        {...view}
        className={styles['map'] ?? ''}
        minZoom={minZoom}
        maxZoom={maxZoom}
        zoomControl={false}
        attributionControl={false}
        zoomAnimation={!isStill}
        fadeAnimation={!isStill}
        inertia={!isStill}
        keyboard={false}
        scrollWheelZoom={false}
        worldCopyJump
      >
        <Streets map={map} keys={keys} />
        {children}
      </MapContainer>
    </div>
  );
}

function Streets({ map, keys }: Pick<EmbeddedMapProps, 'map' | 'keys'>) {
  const [mover] = useState(() => new Mover());
  useMapKeys(keys);
  return (
    <>
      <BaseMap map={map} />
      <Attribution map={{ ...map, overlays: [] }} />
      <div className={`${styles['controls']} ${styles['corner']}`} ref={blockMapEvents}>
        <ZoomButtons mover={mover} />
      </div>
    </>
  );
}
