import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { StationSummary, StationTile } from '../../../../contract/stations.ts';
import { importWithRetry } from '../../../lib/loading/importWithRetry.ts';
import type { HeatLayer } from './heatLayer.ts';

export interface HeatProps {
  tiles: readonly StationTile[];
  isShown: (station: StationSummary) => boolean;
  purpose: 'rent' | 'return';
}

/** The heat map. It uses the same tiles as the pins. Few people use it, so its code loads when it is chosen. */
export function Heat({ tiles, isShown, purpose }: HeatProps) {
  const map = useMap();
  const [layer, setLayer] = useState<HeatLayer | null>(null);

  useEffect(() => {
    let added: HeatLayer | null = null;
    let isGone = false;
    importWithRetry(() => import('./heatLayer.ts')).then(
      (code) => {
        if (isGone) return;
        added = new code.HeatLayer();
        added.addTo(map);
        setLayer(added);
      },
      () => {
        // The code did not load, so the map shows only its pins.
      },
    );
    return () => {
      isGone = true;
      added?.remove();
    };
  }, [map]);

  useEffect(() => {
    if (layer === null) return;
    const reachable = tiles.flatMap((tile) =>
      tile.stations.filter((station) => station.online && isShown(station)),
    );
    const counted = tiles.flatMap((tile) => tile.clusters);
    layer.setPoints(
      [...reachable, ...counted].map(({ lat, lng, chargers, freeSlots }) => ({
        lat,
        lng,
        weight: purpose === 'rent' ? chargers : freeSlots,
      })),
    );
  }, [layer, tiles, isShown, purpose]);

  return null;
}
