import { tilePixels, worldPixel } from '../../../../contract/rules/places/mercator.ts';
import type { Pixel } from '../../../../contract/rules/places/mercator.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';

/** The part of the map that the app shows first. */
export interface MapView {
  lat: number;
  lng: number;
  zoom: number;
  /** The size in pixels. */
  width: number;
  height: number;
}

/**
 * The pixel in the upper left corner of a view. The pixel is rounded in the same way as the origin of a Leaflet map.
 */
export function cornerOf(view: MapView): Pixel {
  const { x, y } = worldPixel(view, view.zoom);
  return { x: Math.round(x) - view.width / 2, y: Math.round(y) - view.height / 2 };
}

/** The tiles of zoom `z` that the view touches. */
export function tilesIn(view: MapView, z: number): Tile[] {
  const { x, y } = cornerOf(view);
  const tilesPerPixel = 2 ** (z - view.zoom) / tilePixels;
  const n = 2 ** z;
  const indexes = (start: number, size: number) => {
    const first = Math.floor(start * tilesPerPixel);
    const last = Math.floor((start + size) * tilesPerPixel);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const rows = indexes(y, view.height).filter((row) => row >= 0 && row < n);
  // The map repeats the world to the east and to the west.
  const columns = indexes(x, view.width).map((column) => (column + n) % n);
  return rows.flatMap((row) => columns.map((column) => ({ z, x: column, y: row })));
}
