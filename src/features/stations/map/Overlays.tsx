import { tileLayer } from 'leaflet';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useMap } from 'react-leaflet';
import type { MapOverlay } from '../../../../contract/config.ts';
import { maxZoom } from '../../../../contract/rules/places/tiles.ts';
import { selectMapLayers } from '../mapSlice.ts';

/** The selected tile layers. They are above the base map and below the pins. */
export function Overlays({ overlays }: { overlays: readonly MapOverlay[] }) {
  const chosen = useSelector(selectMapLayers);
  return overlays
    .filter(({ kind }) => chosen.includes(kind))
    .map((overlay) => <Overlay key={overlay.kind} url={overlay.url} />);
}

function Overlay({ url }: Pick<MapOverlay, 'url'>) {
  const map = useMap();
  useEffect(() => {
    const layer = tileLayer(url, {
      maxZoom,
      zIndex: 2,
      keepBuffer: 1,
      updateWhenIdle: true,
      className: 'map-raster',
    }).addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, url]);
  return null;
}
