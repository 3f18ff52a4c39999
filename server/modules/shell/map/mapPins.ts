import Supercluster from 'supercluster';
import { createHtml } from '../../../../contract/rules/firstScreen/html.ts';
import type { Html } from '../../../../contract/rules/firstScreen/html.ts';
import {
  countedWords,
  countsText,
  stationPath,
} from '../../../../contract/rules/firstScreen/stationTexts.ts';
import type { Texts } from '../../../../contract/rules/firstScreen/texts.ts';
import {
  clusterRadius,
  mergeOverlapping,
} from '../../../../contract/rules/map/mergeOverlapping.ts';
import type { Group } from '../../../../contract/rules/map/mergeOverlapping.ts';
import { pinLook, pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { nearestCopy, tilePixels, worldPixel } from '../../../../contract/rules/places/mercator.ts';
import type { Coordinates, Pixel } from '../../../../contract/rules/places/mercator.ts';
import { maxZoom } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary, StationTile } from '../../../../contract/stations.ts';
import { textOf } from '../words.ts';
import type { Words } from '../words.ts';
import type { MapView } from './mapView.ts';

export interface MapPins {
  view: MapView;
  tiles: readonly StationTile[];
  /** The linked station. It may be missing in the tiles, because a crowded tile has counts instead of stations. */
  station: StationSummary | null;
  /** The id of the highlighted station, which always has its own pin. */
  highlighted: string | null;
  words: Words;
  texts: Texts;
}

/** The maximum number of pins. A view on a phone has fewer pins. */
const mostPins = 60;

/**
 * The pins of a view, at the positions where the app draws them. The pin of a station is a link.
 * The pin of a cluster shows the number of chargers. It is no link, because only the app can zoom
 * in.
 */
export function mapPins({ view, tiles, station, highlighted, words, texts }: MapPins): Html[] {
  const { zoom, width, height } = view;
  const listed = tiles.flatMap((tile) => tile.stations);
  const known = new Map(listed.map((one) => [one.id, one]));
  const groups = tiles.flatMap((tile) => clustered(tile, zoom, highlighted));
  if (station !== null && !known.has(station.id)) known.set(station.id, station);
  const centre = worldPixel(view, zoom);
  const offset = (point: Coordinates): Pixel => {
    const { x, y } = worldPixel(point, zoom);
    return { x: Math.round(x) - Math.round(centre.x), y: Math.round(y) - Math.round(centre.y) };
  };
  const inCopy = (group: Group): Group => ({ ...group, lng: nearestCopy(group.lng, view.lng) });
  const seen = groups.map(inCopy).filter((group) => {
    const { x, y } = offset(group);
    return Math.abs(x) < width / 2 && Math.abs(y) < height / 2;
  });
  const own = known.get(highlighted ?? '');
  const scene = {
    zoom,
    deepest: maxZoom,
    highlighted: own ? inCopy(alone(own, highlighted)) : null,
    most: mostPins,
  };
  return mergeOverlapping(seen, scene).map((group) => {
    const one = group.stations === 1 ? known.get(group.key) : undefined;
    return pin(group, one, offset(group), one ? pinName(one, words, texts) : null);
  });
}

function pin(
  { key, chargers, isMarked }: Group,
  station: StationSummary | undefined,
  { x, y }: Pixel,
  name: string | null,
): Html {
  const { label, stock } = pinLook(chargers, station);
  const look = {
    className: 'map-pin',
    style: `left:${x - pinSize.width / 2}px;top:${y - pinSize.height / 2}px`,
    'data-stock': stock,
    'data-highlighted': isMarked ? '' : undefined,
    'data-wide': label.length > 3 ? '' : undefined,
  };
  return name === null
    ? createHtml('span', { ...look, 'data-kind': 'cluster', 'aria-hidden': 'true' }, label)
    : createHtml('a', { ...look, href: stationPath(key), 'aria-label': name }, label);
}

function pinName(station: StationSummary, words: Words, texts: Texts): string {
  const { name } = station;
  if (!station.online) return textOf(words, 'offlinePin', { name });
  if (station.paused)
    return textOf(words, 'pausedPin', {
      ...countedWords(texts, station),
      name,
      counts: countsText(texts, station),
    });
  return textOf(words, 'pinName', { name, ...countedWords(texts, station) });
}

function alone(station: StationSummary, highlighted: string | null): Group {
  const { id, lat, lng, chargers, freeSlots, online } = station;
  const counts = online ? { chargers, freeSlots } : { chargers: 0, freeSlots: 0 };
  const isMarked = id === highlighted;
  return { key: id, lat, lng, stations: 1, ...counts, ids: [id], splitsAt: null, isMarked };
}

/** The stations of a tile, grouped as in the app. */
function clustered(tile: StationTile, zoom: number, highlighted: string | null): Group[] {
  const sums = (group: Group) => ({ ...group, ids: [...group.ids] });
  const tree = new Supercluster<Group, Group>({
    radius: clusterRadius,
    extent: tilePixels,
    minZoom: zoom,
    maxZoom,
    map: sums,
    reduce: (total, part) => {
      if (part.key < total.key) total.key = part.key;
      total.ids = [...total.ids, ...part.ids];
      total.stations += part.stations;
      total.chargers += part.chargers;
      total.freeSlots += part.freeSlots;
      total.isMarked ||= part.isMarked;
    },
  });
  tree.load(
    tile.stations.map((station) => ({
      type: 'Feature',
      properties: alone(station, highlighted),
      geometry: { type: 'Point', coordinates: [station.lng, station.lat] },
    })),
  );
  return tree.getClusters([-180, -90, 180, 90], zoom).map(({ geometry, properties }) => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    return { ...properties, lat, lng };
  });
}
