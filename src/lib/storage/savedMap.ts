import type { AttributionPart } from '../../../contract/rules/map/attribution.ts';

export interface SavedPin {
  /**
   * The distance of the upper left corner of the pin from the upper left corner of the map, in
   * pixels.
   */
  x: number;
  y: number;
  label: string;
  stock: string;
  /** The id of the station; null for a pin of several stations. */
  station: string | null;
  name: string;
  isHighlighted: boolean;
}

/** The last saved map of home. The data is public. */
export interface SavedMap {
  /** Increase this number if the format of the object changes. In version 1, `picture` was never null. */
  version: 2;
  language: string;
  theme: 'light' | 'black';
  zoom: number;
  /**
   * The upper left corner of the view, in pixels of the world map at this zoom, and the size of the
   * view in pixels.
   */
  x: number;
  y: number;
  width: number;
  height: number;
  /**
   * The streets as a data URL. Null if the operator has no vector tiles, or if the URL would be too long. The pins are
   * then on the colour of the land.
   */
  picture: string | null;
  pins: readonly SavedPin[];
  attribution: readonly AttributionPart[];
}

export const savedMapKey = 'lastMap';
