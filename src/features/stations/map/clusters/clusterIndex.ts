import Supercluster from 'supercluster';
import {
  nearestCopy,
  tilePixels,
  worldPixel,
} from '../../../../../contract/rules/places/mercator.ts';
import { maxZoom, tileBounds } from '../../../../../contract/rules/places/tiles.ts';
import type { Bounds } from '../../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../../lib/format/geo.ts';
import {
  clusterRadius,
  mergeOverlapping,
} from '../../../../../contract/rules/map/mergeOverlapping.ts';
import type { Group } from '../../../../../contract/rules/map/mergeOverlapping.ts';

/** A station or a cluster from the server. The `id` of a cluster is null. */
export interface MapPoint extends Point {
  id: string | null;
  stations: number;
  chargers: number;
  freeSlots: number;
}

export interface TileKey {
  z: number;
  x: number;
  y: number;
}

/** A view to draw, with the tiles to use. */
export interface Look {
  /** The tiles of this view that have an answer. */
  tiles: readonly TileKey[];
  /** Other known tiles, which replace missing answers. Their order does not matter. */
  standIns: readonly TileKey[];
  /**
   * The bounds of the view. If the view extends east of the date line, `east` is more than 180. If it extends
   * west of the date line, `west` is less than -180.
   */
  bounds: Bounds;
  zoom: number;
  /**
   * The id of the highlighted station: the open station, or the nearest station while no station is open. This station
   * always has its own pin.
   */
  highlighted: string | null;
  most: number;
}

interface Sums {
  first: string;
  stations: number;
  chargers: number;
  freeSlots: number;
}

interface StoredTile {
  points: readonly MapPoint[];
  tree: Supercluster<MapPoint, Sums>;
}

const keyOf = ({ z, x, y }: TileKey): string => `${z}/${x}/${y}`;

/**
 * Groups the stations of the stored tiles for a view. Each tile has its own tree, which is built
 * when the tile is stored. A move of the map only queries the trees, so the groups stay the same
 * while the user drags the map.
 */
export class ClusterIndex {
  readonly #stored = new Map<string, StoredTile>();

  store(tile: TileKey, points: readonly MapPoint[]): void {
    const tree = new Supercluster<MapPoint, Sums>({
      radius: clusterRadius,
      extent: tilePixels,
      maxZoom,
      map: ({ id, lat, lng, stations, chargers, freeSlots }) => ({
        first: id ?? nameless({ lat, lng }),
        stations,
        chargers,
        freeSlots,
      }),
      reduce: (total, part) => {
        if (part.first < total.first) total.first = part.first;
        total.stations += part.stations;
        total.chargers += part.chargers;
        total.freeSlots += part.freeSlots;
      },
    });
    tree.load(
      points.map((point) => ({
        type: 'Feature',
        properties: point,
        geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
      })),
    );
    this.#stored.set(keyOf(tile), { points, tree });
  }

  drop(tile: TileKey): void {
    this.#stored.delete(keyOf(tile));
  }

  /**
   * Returns the groups to draw, sorted by the distance from the center. Their longitudes are on the copy of
   * the world that is in view.
   */
  look({ tiles, standIns, bounds, zoom, highlighted, most }: Look): Group[] {
    const middle = {
      lat: (bounds.north + bounds.south) / 2,
      lng: (bounds.east + bounds.west) / 2,
    };
    const inView = (groups: readonly Group[]) =>
      groups
        .map((group) => ({ ...group, lng: nearestCopy(group.lng, middle.lng) }))
        .filter((group) => isWithin(group, bounds));
    const found = inView([
      ...tiles.flatMap((tile) => this.#groups(tile, zoom, highlighted)),
      ...this.#standIns(tiles, standIns, zoom, highlighted),
    ]);
    const [own = null] = inView(this.#single([...tiles, ...standIns], zoom, highlighted));
    const scene = { zoom, deepest: maxZoom, highlighted: own, most };
    const centre = worldPixel(middle, zoom);
    const far = (group: Group) => {
      const { x, y } = worldPixel(group, zoom);
      return (x - centre.x) ** 2 + (y - centre.y) ** 2;
    };
    return mergeOverlapping(found, scene).sort((a, b) => far(a) - far(b));
  }

  /**
   * Returns the groups from tiles that replace missing answers. Skips each group inside a tile with an answer
   * or inside a finer replacement, because that tile already contains the group.
   */
  #standIns(
    tiles: readonly TileKey[],
    standIns: readonly TileKey[],
    zoom: number,
    highlighted: string | null,
  ): Group[] {
    const covered = tiles.map(tileBounds);
    return standIns
      .toSorted((a, b) => b.z - a.z)
      .flatMap((tile) => {
        const groups = this.#groups(tile, zoom, highlighted).filter(
          (group) => !covered.some((area) => isWithin(group, area)),
        );
        covered.push(tileBounds(tile));
        return groups;
      });
  }

  /** Returns a group that contains only this station. The list is empty if the tiles do not contain the station. */
  #single(tiles: readonly TileKey[], zoom: number, id: string | null): Group[] {
    if (id === null) return [];
    const points = tiles.flatMap((tile) => this.#stored.get(keyOf(tile))?.points ?? []);
    const point = points.find((one) => one.id === id);
    return point ? [alone(point, zoom, id)] : [];
  }

  #groups(tile: TileKey, zoom: number, highlighted: string | null): Group[] {
    const stored = this.#stored.get(keyOf(tile));
    if (stored === undefined) return [];
    const { points, tree } = stored;
    const hasHighlighted = highlighted !== null && points.some(({ id }) => id === highlighted);
    return tree.getClusters([-180, -90, 180, 90], zoom).map((feature): Group => {
      const [lng = 0, lat = 0] = feature.geometry.coordinates;
      const { properties } = feature;
      if (!('cluster' in properties)) return alone(properties, zoom, highlighted);
      const { first, stations, chargers, freeSlots, cluster_id: id } = properties;
      const splitsAt = tree.getClusterExpansionZoom(id);
      const isFinal = splitsAt > maxZoom;
      const ids =
        isFinal || hasHighlighted
          ? tree.getLeaves(id, Infinity).flatMap((leaf) => leaf.properties.id ?? [])
          : [];
      const isMarked = highlighted !== null && ids.includes(highlighted);
      return {
        key: first,
        lat,
        lng,
        stations,
        chargers,
        freeSlots,
        ids: isFinal || isMarked ? ids : [],
        splitsAt: isFinal ? null : splitsAt,
        isMarked,
      };
    });
  }
}

function alone({ id, ...point }: MapPoint, zoom: number, highlighted: string | null): Group {
  return {
    ...point,
    key: id ?? nameless(point),
    ids: id === null ? [] : [id],
    // A cluster from the server splits when finer tiles load.
    splitsAt: id === null && zoom < maxZoom ? Math.min(maxZoom, zoom + 2) : null,
    isMarked: id !== null && id === highlighted,
  };
}

/**
 * The key of a group without a known station. It sorts after every id, so a group with a known
 * station uses the id of that station.
 */
const nameless = ({ lat, lng }: Point): string => `~${lat},${lng}`;

function isWithin({ lat, lng }: Point, { north, south, east, west }: Bounds): boolean {
  return lat <= north && lat >= south && lng <= east && lng >= west;
}
