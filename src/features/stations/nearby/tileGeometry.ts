import { tileBounds, tilesAround } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';

/**
 * The parallels and meridians around a part of the globe. `meridians` is null if the part goes around the
 * whole globe.
 */
interface Box {
  south: number;
  north: number;
  meridians: { west: number; east: number } | null;
}

const radians = Math.PI / 180;

/**
 * Returns the northern edge of the row `top` of tiles, and the southern edge of the row `bottom`. The
 * outermost rows include the area between the last parallel of Web Mercator and the pole.
 */
function parallels(z: number, top: number, bottom: number): Pick<Box, 'south' | 'north'> {
  return {
    north: top === 0 ? 90 : tileBounds({ z, x: 0, y: top }).north,
    south: bottom === 2 ** z - 1 ? -90 : tileBounds({ z, x: 0, y: bottom }).south,
  };
}

/** Returns the distance in metres to a segment of a meridian. */
function toMeridian(from: Point, { south, north }: Box, lng: number): number {
  const turn = (lng - from.lng) * radians;
  const lat = from.lat * radians;
  // The shortest way to the whole meridian meets the meridian at a right angle, at this latitude.
  const foot = Math.atan2(Math.sin(lat), Math.cos(lat) * Math.cos(turn)) / radians;
  const nearest = [south, north, Math.min(north, Math.max(south, foot))];
  return Math.min(...nearest.map((at) => distanceMetres(from, { lat: at, lng })));
}

/** Returns the number of degrees to the east, from 0 to 360. */
const eastward = (from: number, to: number) => (((to - from) % 360) + 360) % 360;

function toBox(from: Point, box: Box): number {
  const { south, north, meridians } = box;
  const isBetween =
    meridians === null ||
    eastward(meridians.west, from.lng) <= eastward(meridians.west, meridians.east);
  if (!isBetween) {
    return Math.min(toMeridian(from, box, meridians.west), toMeridian(from, box, meridians.east));
  }
  const lat = Math.min(north, Math.max(south, from.lat));
  return distanceMetres(from, { lat, lng: from.lng });
}

/** Returns a lower bound of the distance to the tile, in metres. */
export function distanceToTile(from: Point, { z, x, y }: Tile): number {
  const { west, east } = tileBounds({ z, x, y });
  return toBox(from, { ...parallels(z, y, y), meridians: z === 0 ? null : { west, east } });
}

/** Returns a lower bound of the distance to the area outside of `tilesAround` at this zoom, in metres. */
export function distanceBeyond(from: Point, z: number): number {
  const around = tilesAround(from.lat, from.lng, z);
  const rows = around.map(({ y }) => y);
  const box: Box = { ...parallels(z, Math.min(...rows), Math.max(...rows)), meridians: null };
  const edges: number[] = [];
  for (const lat of [box.north, box.south]) {
    if (Math.abs(lat) < 90) edges.push(distanceMetres(from, { lat, lng: from.lng }));
  }
  const columns = [...new Set(around.map(({ x }) => x))];
  const count = 2 ** z;
  if (columns.length < count) {
    const first = columns.find((x) => !columns.includes((x - 1 + count) % count)) ?? 0;
    const last = columns.find((x) => !columns.includes((x + 1) % count)) ?? 0;
    edges.push(toMeridian(from, box, tileBounds({ z, x: first, y: 0 }).west));
    edges.push(toMeridian(from, box, tileBounds({ z, x: last, y: 0 }).east));
  }
  return edges.length === 0 ? Infinity : Math.min(...edges);
}

/** Returns the four tiles of this tile at the next zoom level. */
export function childTiles({ z, x, y }: Tile): Tile[] {
  return [0, 1].flatMap((dy) => [0, 1].map((dx) => ({ z: z + 1, x: x * 2 + dx, y: y * 2 + dy })));
}
