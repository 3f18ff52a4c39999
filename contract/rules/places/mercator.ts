import { maxLatitude } from './tiles.ts';

/** A position on the world map (Web Mercator) in pixels. The origin is the north-west corner of the map. */
export interface Pixel {
  x: number;
  y: number;
}

export interface Coordinates {
  lat: number;
  lng: number;
}

/** The size of a tile on the screen in pixels. */
export const tilePixels = 256;

/** Returns the pixel of a point at a zoom. */
export function worldPixel({ lat, lng }: Coordinates, zoom: number): Pixel {
  const world = tilePixels * 2 ** zoom;
  const sin = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, lat)) * Math.PI) / 180);
  return {
    x: (lng / 360 + 0.5) * world,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world,
  };
}

/** Returns the point at a pixel: the inverse of `worldPixel`. */
export function pointAt({ x, y }: Pixel, zoom: number): Coordinates {
  const world = tilePixels * 2 ** zoom;
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI,
    lng: (x / world) * 360 - 180,
  };
}

/**
 * Returns the longitude of the copy of a point that is nearest to `middle`. The map shows a copy of each point every
 * 360 degrees.
 */
export function nearestCopy(lng: number, middle: number): number {
  return lng + Math.round((middle - lng) / 360) * 360;
}
