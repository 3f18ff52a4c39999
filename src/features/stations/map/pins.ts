import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { Grouped } from './clusters/clusterer.ts';
import { pinLook } from '../../../../contract/rules/map/pinLook.ts';
import type { PinLook } from '../../../../contract/rules/map/pinLook.ts';
import type { Group } from '../../../../contract/rules/map/mergeOverlapping.ts';
import type { PinWords } from './usePinWords.ts';

/** A button on a map. */
export interface MapPin extends PinLook {
  key: string;
  lat: number;
  lng: number;
  kind: 'station' | 'cluster';
  /** The accessible name. */
  name: string;
  isHighlighted: boolean;
}

/** A pin for a station or for several stations. */
export interface Pin extends MapPin {
  group: Group;
}

export interface PinOptions {
  purpose: Purpose;
  words: PinWords;
}

export function toPins({ groups, stations }: Grouped, options: PinOptions): Pin[] {
  return groups.map((group) => toPin(group, stations, options));
}

function toPin(
  group: Group,
  stations: ReadonlyMap<string, StationSummary>,
  { purpose, words }: PinOptions,
): Pin {
  const { key, lat, lng, isMarked } = group;
  const station = group.stations === 1 ? stations.get(key) : undefined;
  const count = purpose === 'rent' ? group.chargers : group.freeSlots;
  return {
    key,
    lat,
    lng,
    kind: station ? 'station' : 'cluster',
    name: station ? words.pin(station) : words.cluster(group),
    ...pinLook(count, station),
    isHighlighted: isMarked,
    group,
  };
}
