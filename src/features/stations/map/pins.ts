import type { StationSummary } from '../../../../contract/stations.ts';
import type { Grouped } from './clusters/clusterer.ts';
import type { Group } from './clusters/mergeOverlapping.ts';
import type { PinWords } from './usePinWords.ts';

/** A button on a map. */
export interface MapPin {
  key: string;
  lat: number;
  lng: number;
  kind: 'station' | 'cluster';
  /** The accessible name. */
  name: string;
  /** The visible text. */
  label: string;
  stock: 'some' | 'none' | 'offline';
  isHighlighted: boolean;
}

/** A pin for a station or for several stations. */
export interface Pin extends MapPin {
  group: Group;
}

export interface PinOptions {
  purpose: 'rent' | 'return';
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
  const isOffline = station?.online === false;
  const count = purpose === 'rent' ? group.chargers : group.freeSlots;
  return {
    key,
    lat,
    lng,
    kind: station ? 'station' : 'cluster',
    name: station ? words.pin(station) : words.cluster(group),
    label: isOffline ? '–' : short(count),
    stock: isOffline ? 'offline' : count > 0 ? 'some' : 'none',
    isHighlighted: isMarked,
    group,
  };
}

/** Shortens a count so that it fits on a pin. The accessible name contains the exact number. */
function short(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}
