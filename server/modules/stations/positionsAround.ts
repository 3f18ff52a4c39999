import {
  positionRange,
  positionZoom,
  tileBounds,
  tileOf,
  tilesAround,
  type PositionRange,
  type Tile,
} from '../../../contract/rules/places/tiles.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** The mean radius of the Earth (IUGG), in metres. */
const earthMetres = 6_371_008.8;
const radians = Math.PI / 180;

/** The great-circle distance in metres. */
export function metresBetween(a: Point, b: Point): number {
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2);
  const cosines = Math.cos(a.lat * radians) * Math.cos(b.lat * radians);
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(sinLat ** 2 + cosines * sinLng ** 2)));
}

/** A rectangle of tiles of one zoom. Its columns may continue across the date line to the east. */
interface Block {
  z: number;
  x: number;
  columns: number;
  y: number;
  rows: number;
}

/** A rectangle of tiles that covers a circle. Tiles at the corners may be outside of the circle. */
function circleBlock({ lat, lng }: Point, metres: number, z: number): Block {
  const n = 2 ** z;
  const angle = metres / earthMetres;
  const [north, south] = [lat + angle / radians, lat - angle / radians];
  const y = tileOf(north, 0, z).y;
  const rows = tileOf(south, 0, z).y - y + 1;
  const sine = Math.sin(angle) / Math.cos(lat * radians);
  // A circle around a pole contains every longitude.
  if (north >= 90 || south <= -90 || sine >= 1) return { z, x: 0, columns: n, y, rows };
  const reach = Math.asin(sine) / radians;
  const column = (degrees: number) => Math.floor(((degrees + 180) / 360) * n);
  const west = column(lng - reach);
  const columns = column(lng + reach) - west + 1;
  return columns >= n
    ? { z, x: 0, columns: n, y, rows }
    : { z, x: (west + n) % n, columns, y, rows };
}

function tilesOf({ z, x, columns, y, rows }: Block): Tile[] {
  return Array.from({ length: rows * columns }, (_, index) => ({
    z,
    x: (x + (index % columns)) % 2 ** z,
    y: y + Math.floor(index / columns),
  }));
}

/** Whether the tiles cover the whole circle. All tiles have the same zoom. */
export function holdCircle(tiles: readonly Tile[], center: Point, metres: number): boolean {
  const z = tiles[0]?.z ?? 0;
  const block = circleBlock(center, metres, z);
  if (block.columns * block.rows > tiles.length) return false;
  return tilesOf(block).every(({ x, y }) => tiles.some((tile) => tile.x === x && tile.y === y));
}

/** The block of tiles that covers a circle is at most this number of tiles wide and high. */
const coverWidth = 8;

/**
 * Ranges that cover the circle and only a little more. The ranges nearest to the centre are first.
 */
export function circleRanges(center: Point, metres: number): PositionRange[] {
  let block = circleBlock(center, metres, 0);
  for (let z = 1; z <= positionZoom; z++) {
    const finer = circleBlock(center, metres, z);
    if (finer.columns > coverWidth || finer.rows > coverWidth) break;
    block = finer;
  }
  return tilesOf(block)
    .map((tile) => ({ range: positionRange(tile), metres: metresBetween(center, middleOf(tile)) }))
    .sort((a, b) => a.metres - b.metres)
    .map(({ range }) => range);
}

function middleOf(tile: Tile): Point {
  const { north, south, east, west } = tileBounds(tile);
  return { lat: (north + south) / 2, lng: (east + west) / 2 };
}

/**
 * The zoom of the first square. The square contains about the area that a rider can reach on foot in fifteen minutes.
 */
const firstZoom = 15;

export interface Ring {
  /** The ranges that this ring adds to the smaller rings. */
  ranges: PositionRange[];
  /** The tiles that this ring and the smaller rings cover together. All tiles have the same zoom. */
  tiles: Tile[];
}

/**
 * Growing squares around a point, up to the whole world. Each square has up to four tiles, and is twice as wide as the
 * previous square. Each square contains everything whose distance from the point is at most half the width of a tile.
 */
export function rings({ lat, lng }: Point): Ring[] {
  let tiles = tilesAround(lat, lng, firstZoom);
  const found: Ring[] = [{ tiles, ranges: tiles.map(positionRange) }];
  for (let z = firstZoom - 1; z >= 0; z--) {
    const inner = tiles;
    tiles = parents(inner, { lat, lng }, z);
    found.push({ tiles, ranges: tiles.flatMap((tile) => rangesOutside(tile, inner)) });
  }
  return found;
}

/** The square of zoom `z` that contains the square `inner`, extended on the side nearer to the point. */
function parents(inner: readonly Tile[], { lat, lng }: Point, z: number): Tile[] {
  const around = tilesAround(lat, lng, z);
  const halves = (axis: 'x' | 'y') => [...new Set(inner.map((tile) => tile[axis] >> 1))];
  const along = (axis: 'x' | 'y') => {
    const own = halves(axis);
    return own.length > 1 ? own : [...new Set(around.map((tile) => tile[axis]))];
  };
  const columns = along('x');
  return along('y').flatMap((y) => columns.map((x) => ({ z, x, y })));
}

/** The ranges of a tile without the smaller tiles inside it. */
function rangesOutside(tile: Tile, holes: readonly Tile[]): PositionRange[] {
  const inside = holes.filter(({ z, x, y }) => {
    const shift = z - tile.z;
    return x >> shift === tile.x && y >> shift === tile.y;
  });
  if (inside.length === 0) return [positionRange(tile)];
  if (inside.some(({ z }) => z === tile.z)) return [];
  const [z, x, y] = [tile.z + 1, tile.x * 2, tile.y * 2];
  return [
    { z, x, y },
    { z, x: x + 1, y },
    { z, x, y: y + 1 },
    { z, x: x + 1, y: y + 1 },
  ].flatMap((child) => rangesOutside(child, inside));
}
