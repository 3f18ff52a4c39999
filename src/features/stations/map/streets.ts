import { GridLayer } from 'leaflet';
import { leafletLayer, TileCache, View, ZxySource } from 'protomaps-leaflet';
import type { Feature, TileSource, Zxy } from 'protomaps-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import { baseColours } from './baseColours.ts';
import { labelRules, paintRules } from './streetRules.ts';

/** A tile of the map is drawn from data of its own zoom, and past the deepest from that. */
const levelDifference = 0;
const tilePixels = 256;

/** Beyond the operator's map there is land without streets, which is no error. */
class ForgivingSource implements TileSource {
  readonly #source: ZxySource;
  readonly #onMissing: () => void;
  #isTold = false;

  constructor(url: string, onMissing: () => void) {
    this.#source = new ZxySource(url, true);
    this.#onMissing = onMissing;
  }

  async get(tile: Zxy, size: number): Promise<Map<string, Feature[]>> {
    try {
      const found = await this.#source.get(tile, size);
      if (found.size === 0) this.#tell();
      return found;
    } catch (error) {
      // The view was left before the tile came; the layer knows what that means.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      this.#tell();
      return new Map();
    }
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#onMissing();
  }
}

export interface StreetOptions {
  base: Extract<BaseMap, { kind: 'mvt' }>;
  theme: 'light' | 'black';
  language: string;
  /** Told once: a tile did not come, or there is none for this part of the world. */
  onMissing: () => void;
}

/** The vector base map in the product's own colours. */
export function streetLayer({ base, theme, language, onMissing }: StreetOptions): GridLayer {
  const colours = baseColours[theme];
  const layer: unknown = leafletLayer({
    url: base.url,
    maxDataZoom: base.maxDataZoom,
    paintRules: paintRules(colours),
    labelRules: labelRules(colours, language),
    // The map itself names the source, from its first frame on.
    attribution: '',
    lang: language,
    maxZoom: 20,
    noWrap: true,
  });
  if (!(layer instanceof GridLayer && 'views' in layer)) {
    throw new TypeError('protomaps-leaflet makes another kind of layer than it did');
  }
  const source = new ForgivingSource(base.url, onMissing);
  const cache = new TileCache(source, tilePixels * 2 ** levelDifference);
  layer.views = new Map([['', new View(cache, base.maxDataZoom, levelDifference)]]);
  return layer;
}
