import { useMapEvents } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { EmbeddedMap } from './EmbeddedMap.tsx';

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
  return (
    <EmbeddedMap map={map} keys={keys} center={[start.lat, start.lng]} zoom={zoom}>
      <Moves onMove={onMove} />
    </EmbeddedMap>
  );
}

function Moves({ onMove }: Pick<PlaceMapProps, 'onMove'>) {
  const leaflet = useMapEvents({
    moveend: () => {
      const { lat, lng } = leaflet.getCenter().wrap();
      onMove({ lat, lng });
    },
  });
  return null;
}
