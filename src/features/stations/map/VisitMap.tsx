import { latLngBounds } from 'leaflet';
import type { FitBoundsOptions } from 'leaflet';
import { useEffect, useMemo, useState } from 'react';
import { useMap } from 'react-leaflet';
import type { Config } from '../../../../contract/config.ts';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { EmbeddedMap } from './EmbeddedMap.tsx';
import type { MapPin } from './pins.ts';
import { StationPins } from './StationPins.tsx';

/** A place with the number that its pin shows. */
interface VisitedPlace extends Point {
  id: string;
  count: number;
  /** The accessible name of the pin. */
  label: string;
}

export interface VisitMapProps {
  map: Config['map'];
  /** The places, at least one, in the order of the Tab key. */
  places: readonly VisitedPlace[];
  /** The id of the highlighted place; null if there is none. */
  selected: string | null;
  /** The accessible name of the map. It mentions the keys that move the map. */
  keys: string;
  onPick: (id: string) => void;
}

/**
 * The space in pixels between the pins and the edges of the map. The buttons need 60 pixels at the top, and the
 * attribution needs 34 pixels at the bottom.
 */
const room: Pick<FitBoundsOptions, 'paddingTopLeft' | 'paddingBottomRight'> = {
  paddingTopLeft: [48, 60 + pinSize.height / 2],
  paddingBottomRight: [48, 34 + pinSize.height / 2],
};

/**
 * The maximum zoom at first. Without this limit, a map with a single place would begin at the
 * deepest zoom.
 */
const streetZoom = 16;

/** A street map that shows all places at first. */
export function VisitMap({ map, places, selected, keys, onPick }: VisitMapProps) {
  const [bounds] = useState(() => latLngBounds(places.map(({ lat, lng }) => [lat, lng])));
  return (
    <EmbeddedMap
      map={map}
      keys={keys}
      bounds={bounds}
      boundsOptions={{ ...room, maxZoom: streetZoom }}
    >
      <Places places={places} selected={selected} onPick={onPick} />
    </EmbeddedMap>
  );
}

function Places({
  places,
  selected,
  onPick,
}: Pick<VisitMapProps, 'places' | 'selected' | 'onPick'>) {
  const leaflet = useMap();
  const shown = places.find(({ id }) => id === selected);
  useEffect(() => {
    if (shown) leaflet.panInside([shown.lat, shown.lng], room);
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
  return <StationPins pins={pins} onPick={({ key }) => onPick(key)} />;
}
