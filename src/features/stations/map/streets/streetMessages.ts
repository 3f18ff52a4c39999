import type { BaseMap } from '../../../../../contract/config.ts';

export type StreetMap = Extract<BaseMap, { kind: 'mvt' | 'pmtiles' }>;

/** How the streets look, and where they come from. */
export interface StreetStyle {
  base: StreetMap;
  theme: 'light' | 'black';
  language: string;
  /** Device pixels for each of CSS. */
  ratio: number;
  /** Address of the typeface; the faces of the page do not reach a worker. */
  face: string;
}

/** A square of the map of 256 CSS pixels, in the numbering of web maps. */
export interface StreetTile {
  z: number;
  x: number;
  y: number;
}

/** What the page asks of the worker that paints. The style comes first, and once. */
export type Order =
  | { kind: 'style'; style: StreetStyle }
  | { kind: 'paint'; id: number; tile: StreetTile }
  /** The square is no longer looked at. */
  | { kind: 'leave'; id: number };

export type Delivery =
  | { kind: 'painted'; id: number; picture: ImageBitmap }
  /** Names were placed over the edge of these squares, as `x:y:z`: they must be painted again. */
  | { kind: 'stale'; tiles: readonly string[] }
  /** Something did not come, or there is none for this part of the world. */
  | { kind: 'missing' };
