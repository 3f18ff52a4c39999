import type { BaseMap } from '../../../../../contract/config.ts';

export type StreetMap = Extract<BaseMap, { kind: 'mvt' | 'pmtiles' }>;

/** The style of the streets and the address of their tiles. */
export interface StreetStyle {
  base: StreetMap;
  theme: 'light' | 'black';
  language: string;
  /** The number of device pixels per CSS pixel. */
  ratio: number;
  /** The address of the font, because a worker cannot use the fonts of the page. */
  font: string;
}

/** A tile of 256 CSS pixels, numbered as usual in web maps (XYZ). */
export interface StreetTile {
  z: number;
  x: number;
  y: number;
}

/** Messages from the page to the worker that paints. To each worker, the page sends the style first, and only once. */
export type Order =
  | { kind: 'style'; style: StreetStyle }
  | { kind: 'paint'; id: number; tile: StreetTile }
  /** The tile has left the view. */
  | { kind: 'leave'; id: number };

export type Delivery =
  | { kind: 'painted'; id: number; picture: ImageBitmap }
  /**
   * These tiles, as `x:y:z`, must be painted again, because labels of other tiles reach into them.
   */
  | { kind: 'stale'; tiles: readonly string[] }
  /** A tile failed to load or contains no data. */
  | { kind: 'missing' };
