import { GridLayer } from 'leaflet';
import { leafletLayer, PmtilesSource, TileCache, View, ZxySource } from 'protomaps-leaflet';
import type { Feature, TileSource, Zxy } from 'protomaps-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import { retry } from '../../../lib/retry.ts';
import { baseColours } from './baseColours.ts';
import { labelRules, paintRules } from './streetRules.ts';

const tilePixels = 256;

/** A tile that has not come after this many milliseconds counts as missing, and may be asked again. */
const patienceMs = 20_000;

/** A hole in the map is asked for again before it is taken for land without streets. */
const pausesMs = [1000, 3000, 6000];

/** As `fetch` rejects where no answer came; an answer that says no stays one. */
const isLineTrouble = (error: unknown): boolean => error instanceof TypeError;

export type StreetMap = Extract<BaseMap, { kind: 'mvt' | 'pmtiles' }>;

interface Source {
  tiles: TileSource;
  /** The deepest zoom that has data. */
  deepest: number;
  /**
   * How many zooms the data is above what is drawn from it: archives of Protomaps are made for tiles
   * of 512 pixels.
   */
  levelDifference: number;
}

async function openSource(base: StreetMap): Promise<Source> {
  if (base.kind === 'mvt') {
    const tiles = new ZxySource(base.url, true);
    return { tiles, deepest: base.maxDataZoom, levelDifference: 0 };
  }
  const tiles = new PmtilesSource(base.url, true);
  const { maxZoom } = await tiles.p.getHeader();
  return { tiles, deepest: Math.min(maxZoom, base.maxDataZoom), levelDifference: 1 };
}

/**
 * Beyond the operator's map there is land without streets, which is no error. What could not be
 * fetched or read is not kept, so that it is asked for again when it is looked at again.
 */
class ForgivingCache extends TileCache {
  readonly #onMissing: () => void;
  #zoom = 0;

  constructor(source: TileSource, tileSize: number, onMissing: () => void) {
    super(source, tileSize);
    this.#onMissing = onMissing;
  }

  override async get(tile: Zxy): Promise<Map<string, Feature[]>> {
    try {
      this.#zoom = tile.z;
      const found = await inTime(retry(() => this.#ask(tile), pausesMs, isLineTrouble));
      if (found.size === 0) this.#onMissing();
      return found;
    } catch (error) {
      // The view was left before the tile came; the layer knows what that means.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      this.#onMissing();
      return new Map();
    }
  }

  /** The source breaks off what it fetches of other zooms: one that was left must not come back. */
  async #ask(tile: Zxy): Promise<Map<string, Feature[]>> {
    if (tile.z !== this.#zoom) throw new DOMException('The zoom was left', 'AbortError');
    return super.get(tile);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The tile did not come')), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface StreetOptions {
  base: StreetMap;
  theme: 'light' | 'black';
  language: string;
  /** A tile did not come, or there is none for this part of the world. */
  onMissing: () => void;
}

/** The vector base map in the product's own colours. Rejects where an archive cannot be opened. */
export async function streetLayer(options: StreetOptions): Promise<GridLayer> {
  const { base, theme, language, onMissing } = options;
  const colours = baseColours[theme];
  const source = await openSource(base);
  const layer: unknown = leafletLayer({
    sources: {},
    paintRules: paintRules(colours),
    labelRules: labelRules(colours, language),
    // The map itself names the source, from its first frame on.
    attribution: '',
    lang: language,
    maxZoom: 20,
  });
  if (!(layer instanceof GridLayer && 'views' in layer)) {
    throw new TypeError('protomaps-leaflet makes another kind of layer than it did');
  }
  const { tiles, deepest, levelDifference } = source;
  const cache = new ForgivingCache(tiles, tilePixels * 2 ** levelDifference, onMissing);
  layer.views = new Map([['', new View(cache, deepest, levelDifference)]]);
  return layer;
}
