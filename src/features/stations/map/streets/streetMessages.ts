import type { BaseMap } from '../../../../../contract/config.ts';

export type StreetMap = Extract<BaseMap, { kind: 'mvt' | 'pmtiles' }>;

/** The style of the streets and the address of their tiles. */
export interface StreetStyle {
  base: StreetMap;
  theme: 'light' | 'black';
  language: string;
  /** Device pixels per CSS pixel. */
  ratio: number;
  /** Address of the font; a worker cannot use the fonts of the page. */
  face: string;
}

/** A tile of the map of 256 CSS pixels, in the usual numbering of web maps. */
export interface StreetTile {
  z: number;
  x: number;
  y: number;
}

/** Messages from the page to the worker that paints. The style is sent first, and once. */
export type Order =
  | { kind: 'style'; style: StreetStyle }
  | { kind: 'paint'; id: number; tile: StreetTile }
  /** The tile is no longer in view. */
  | { kind: 'leave'; id: number };

export type Delivery =
  | { kind: 'painted'; id: number; picture: ImageBitmap }
  /** Labels cross the edges of these tiles, as `x:y:z`: they must be painted again. */
  | { kind: 'stale'; tiles: readonly string[] }
  /** A tile failed to load, or there is none for this part of the world. */
  | { kind: 'missing' };
