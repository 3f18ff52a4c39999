import { GridLayer } from 'leaflet';
import {
  Labelers,
  leafletLayer,
  PmtilesSource,
  TileCache,
  View,
  ZxySource,
} from 'protomaps-leaflet';
import type { Feature, PreparedTile, TileSource, Zxy } from 'protomaps-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import { maxZoom } from '../../../../contract/rules/tiles.ts';
import { nextTask } from '../../../lib/nextTask.ts';
import { retry } from '../../../lib/retry.ts';
import { baseColours } from './baseColours.ts';
import { labelRules, labelSources, paintRules } from './streetRules.ts';

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
  const header = await tiles.p.getHeader();
  return { tiles, deepest: Math.min(header.maxZoom, base.maxDataZoom), levelDifference: 1 };
}

/**
 * Beyond the operator's map there is land without streets, which is no error. What could not be
 * fetched or read is not kept, so that it is asked for again when it is looked at again.
 */
class ForgivingCache extends TileCache {
  readonly #onMissing: () => void;
  #zoom = 0;
  #turn = Promise.resolve();

  constructor(source: TileSource, tileSize: number, onMissing: () => void) {
    super(source, tileSize);
    this.#onMissing = onMissing;
  }

  override async get(tile: Zxy): Promise<Map<string, Feature[]>> {
    try {
      this.#zoom = tile.z;
      const found = await inTime(retry(() => this.#ask(tile), pausesMs, isLineTrouble));
      if (found.size === 0) this.#onMissing();
      await this.#inTurn();
      return found;
    } catch (error) {
      // The view was left before the tile came; the layer knows what that means.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      this.#onMissing();
      return new Map();
    }
  }

  /**
   * Each tile is drawn in a task of its own: a screen full of those that are kept would come at once,
   * and the finger that zoomed would wait for all of their names.
   */
  #inTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => new Promise((resolve) => setTimeout(resolve)));
    return this.#turn;
  }

  /** The source breaks off what it fetches of other zooms: one that was left must not come back. */
  async #ask(tile: Zxy): Promise<Map<string, Feature[]>> {
    if (tile.z !== this.#zoom) throw new DOMException('The zoom was left', 'AbortError');
    return super.get(tile);
  }
}

/**
 * Lays out the names of the streets before the layer does, which then finds that done: together with
 * all else on a tile they are the longest task of the map.
 */
class NamedView extends View {
  readonly #labelers: Labelers;
  #zoom = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(cache: TileCache, { deepest, levelDifference }: Source, labelers: Labelers) {
    super(cache, deepest, levelDifference);
    this.#labelers = labelers;
  }

  override async getDisplayTile(tile: Zxy): Promise<PreparedTile> {
    this.#zoom = tile.z;
    const prepared = await super.getDisplayTile(tile);
    // One after another: several tiles are drawn from the same data.
    const turn = this.#turn.then(() => this.#layOut(tile.z, prepared));
    this.#turn = turn.catch(() => {
      // Told to whoever asked for that tile.
    });
    await turn;
    return prepared;
  }

  async #layOut(zoom: number, prepared: PreparedTile): Promise<void> {
    for (const source of labelSources) {
      if (zoom !== this.#zoom) return;
      // It takes no time where that was done already.
      if (this.#labelers.add(zoom, new Map([[source, [prepared]]])) > 0) await nextTask();
    }
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
    maxZoom,
  });
  if (
    !(layer instanceof GridLayer && 'views' in layer && 'labelers' in layer) ||
    !(layer.labelers instanceof Labelers)
  ) {
    throw new TypeError('protomaps-leaflet makes another kind of layer than it did');
  }
  const tileSize = tilePixels * 2 ** source.levelDifference;
  const cache = new ForgivingCache(source.tiles, tileSize, onMissing);
  layer.views = new Map([['', new NamedView(cache, source, layer.labelers)]]);
  return layer;
}
