import { useEffect, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import type { StationSummary, StationTile } from '../../../../contract/stations.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';

export interface HeatProps {
  tiles: readonly StationTile[];
  isShown: (station: StationSummary) => boolean;
  purpose: Purpose;
}

/**
 * The code loads only when the user chooses the heat map, because few users choose it. If the code
 * fails to load, the app loads it again when the network is back.
 */
const heatMap = new LazyPart(async () => {
  const { HeatLayer } = await import('./heatLayer.ts');
  return function ShownHeat({ tiles, isShown, purpose }: HeatProps) {
    const map = useMap();
    const [layer] = useState(() => new HeatLayer());

    useEffect(() => {
      layer.addTo(map);
      return () => {
        layer.remove();
      };
    }, [map, layer]);

    useEffect(() => {
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
  };
});

/** The heat map. It uses the same tiles as the pins. */
export function Heat(props: HeatProps) {
  const heat = useLazyPart(heatMap);
  return heat.status === 'ready' ? <heat.Part {...props} /> : null;
}
