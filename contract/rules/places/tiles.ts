/** Slippy-map tiles (Web Mercator) with the numbers of OpenStreetMap. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

export interface Bounds {
  north: number;
  south: number;
  east: number;
  west: number;
}

/** The highest latitude of Web Mercator. */
export const maxLatitude = 85.051128779806604;

/** The highest number of stations in a tile. A tile with more stations contains counts instead. */
export const maxStationsPerTile = 200;

/** The range of zooms, from the whole world to one building (specification, section 9). */
export const minZoom = 1;
export const maxZoom = 20;

export function tileOf(lat: number, lng: number, z: number): Tile {
  const n = 2 ** z;
  const clamped = Math.min(maxLatitude, Math.max(-maxLatitude, lat));
  const sin = Math.sin((clamped * Math.PI) / 180);
  const clampIndex = (value: number) => Math.min(n - 1, Math.max(0, Math.floor(value)));
  return {
    z,
    x: clampIndex(((lng + 180) / 360) * n),
    y: clampIndex((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * n),
  };
}

export function tileBounds({ z, x, y }: Tile): Bounds {
  const n = 2 ** z;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / n))) * 180) / Math.PI;
  return {
    north: latitude(y),
    south: latitude(y + 1),
    west: (x / n) * 360 - 180,
    east: ((x + 1) / n) * 360 - 180,
  };
}

/**
 * At most four tiles of zoom `z`: the tile that contains the point, then the three neighbours nearest to the point, if
 * they exist. The tiles contain everything within half a tile of the point.
 */
export function tilesAround(lat: number, lng: number, z: number): Tile[] {
  const n = 2 ** z;
  const home = tileOf(lat, lng, z);
  const { north, south, east, west } = tileBounds(home);
  const column = (home.x + (lng < (west + east) / 2 ? -1 : 1) + n) % n;
  const row = home.y + (lat > (north + south) / 2 ? -1 : 1);
  const columns = column === home.x ? [home.x] : [home.x, column];
  const rows = row < 0 || row >= n ? [home.y] : [home.y, row];
  return rows.flatMap((y) => columns.map((x) => ({ z, x, y })));
}

/**
 * The zoom of the first request for a list of stations nearby. At the latitude of most cities, a tile of
 * this zoom is five to ten kilometres wide.
 */
export const nearbyZoom = 12;

/**
 * The zoom of position numbers. At this zoom, a square is at most 60 centimetres wide, so it is
 * smaller than any tile of the map.
 */
export const positionZoom = 26;

/**
 * A range of position numbers. A position number is the index of a position on the Z-curve (Morton order), as in the
 * column `stations.place` of the database. At every zoom, the positions in a tile are one such range.
 */
export interface PositionRange {
  /** The first number of the range. */
  from: number;
  /** The first number after the range. */
  until: number;
}

export function positionRange({ z, x, y }: Tile): PositionRange {
  const positions = 4 ** (positionZoom - z);
  const from = interleave(x, y) * positions;
  return { from, until: from + positions };
}

/** The centre of the square that has this number. */
export function pointOf(position: number): { lat: number; lng: number } {
  let [x, y, rest] = [0, 0, position];
  for (let bit = 1; rest > 0; bit *= 2) {
    const pair = rest % 4;
    x += (pair % 2) * bit;
    y += (pair >> 1) * bit;
    rest = (rest - pair) / 4;
  }
  const n = 2 ** positionZoom;
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y + 1) / n))) * 180) / Math.PI,
    lng: ((x + 0.5) / n) * 360 - 180,
  };
}

/**
 * Interleaves the bits of `x` and `y`; `y` has the higher bit of each pair. The two halves of each number
 * are interleaved separately, because shifts are limited to 32 bits.
 */
function interleave(x: number, y: number): number {
  const low = (1 << halfBits) - 1;
  const high = spread(x >> halfBits) + 2 * spread(y >> halfBits);
  return high * 4 ** halfBits + spread(x & low) + 2 * spread(y & low);
}

const halfBits = positionZoom / 2;

/** Puts a zero bit before each of thirteen bits. */
function spread(bits: number): number {
  let spaced = (bits | (bits << 8)) & 0x00ff00ff;
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f;
  spaced = (spaced | (spaced << 2)) & 0x33333333;
  return (spaced | (spaced << 1)) & 0x55555555;
}
