import type { StationCluster, StationSummary } from '../../../../contract/stations.ts';

export interface Pixel {
  x: number;
  y: number;
}

/** One button on the map: a station, or several that would lie on top of each other. */
export type Pin =
  | { kind: 'station'; key: string; at: Pixel; station: StationSummary }
  | {
      kind: 'cluster';
      key: string;
      at: Pixel;
      cluster: StationCluster;
      /** The ids of those in it that are known one by one. */
      ids: readonly string[];
    };

/** A pin and the gap to the next one, in pixels: targets are 44 px and 8 apart. */
const cell = 52;

interface Place {
  at: Pixel;
  lat: number;
  lng: number;
  stations: StationSummary[];
  counted: StationCluster[];
}

/**
 * The pins of what is in view. Stations come in the order of their worth (the selected one first), so
 * that the more important one keeps its place.
 */
export function groupPins(
  stations: readonly StationSummary[],
  clusters: readonly StationCluster[],
  project: (point: { lat: number; lng: number }) => Pixel,
): Pin[] {
  const places: Place[] = [];
  const near = (at: Pixel) =>
    places.find(
      (place) => Math.abs(place.at.x - at.x) < cell && Math.abs(place.at.y - at.y) < cell,
    );

  for (const station of stations) {
    const at = project(station);
    const place = near(at);
    if (place) place.stations.push(station);
    else places.push({ at, lat: station.lat, lng: station.lng, stations: [station], counted: [] });
  }
  for (const cluster of clusters) {
    const at = project(cluster);
    const place = near(at);
    if (place) place.counted.push(cluster);
    else places.push({ at, lat: cluster.lat, lng: cluster.lng, stations: [], counted: [cluster] });
  }
  return places.map(toPin);
}

function toPin({ at, lat, lng, stations, counted }: Place): Pin {
  const [station] = stations;
  if (station && stations.length === 1 && counted.length === 0) {
    return { kind: 'station', key: station.id, at, station };
  }
  const parts = [...stations.map((one) => ({ ...one, stations: 1 })), ...counted];
  const sum = (
    count: (part: { stations: number; chargers: number; freeSlots: number }) => number,
  ) => parts.reduce((total, part) => total + count(part), 0);
  return {
    kind: 'cluster',
    key: `${lat},${lng}`,
    at,
    ids: stations.map((one) => one.id),
    cluster: {
      lat,
      lng,
      stations: sum((part) => part.stations),
      chargers: sum((part) => part.chargers),
      freeSlots: sum((part) => part.freeSlots),
    },
  };
}
