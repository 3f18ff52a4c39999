import { Labelers, paint, PmtilesSource, TileCache, View, ZxySource } from 'protomaps-leaflet';
import type { Feature, PaintRule, PreparedTile, TileSource, Zxy } from 'protomaps-leaflet';
import { baseColours } from '../../../../../contract/rules/map/baseColours.ts';
import { labelRules, paintRules } from '../../../../../contract/rules/map/streetRules.ts';
import { tilePixels } from '../../../../../contract/rules/places/mercator.ts';
import { retry } from '../../../../lib/loading/retry.ts';
import { withTimeout } from '../../../../lib/loading/withTimeout.ts';
import type { Delivery, StreetMap, StreetStyle, StreetTile } from './streetMessages.ts';
import { labelSymbol, paintSymbol } from './streetSymbols.ts';

/**
 * In pixels. The painter also paints features up to this distance beyond the edge of a tile, because wide
 * roads and halos of labels extend into the tile.
 */
const overlapPixels = 16;

/** The number of data tiles whose label layout is stored. */
const mostLaidOut = 16;

/**
 * In milliseconds. A tile that has not loaded after this time counts as missing and may be requested again.
 */
const tileTimeoutMs = 20_000;

/** In milliseconds. If the font has not loaded after this time, the labels use system fonts. */
const fontTimeoutMs = 3000;

/**
 * The pauses in milliseconds before a request without an answer is repeated. If the request after
 * the last pause fails, the tile counts as missing.
 */
const pausesMs = [1000, 3000, 6000];

/** Without an answer, `fetch` rejects with a TypeError. An error response is not retried. */
const isNetworkError = (error: unknown): boolean => error instanceof TypeError;

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

async function openView(base: StreetMap): Promise<View> {
  if (base.kind === 'mvt') {
    return viewOf(new ZxySource(base.url, true), base.maxDataZoom, 0);
  }
  const tiles = new PmtilesSource(base.url, true);
  const header = await retry(() => tiles.p.getHeader(), pausesMs, isNetworkError);
  // Protomaps archives contain tiles of 512 pixels. Therefore a tile of the archive has a zoom
  // level that is one lower than the zoom level of the map.
  return viewOf(tiles, Math.min(header.maxZoom, base.maxDataZoom), 1);
}

const viewOf = (source: TileSource, deepest: number, levelDifference: number) =>
  new View(new RetryingCache(source, tilePixels * 2 ** levelDifference), deepest, levelDifference);

/** A cache that does not store failed tiles, so that they are requested again when they come into view. */
class RetryingCache extends TileCache {
  #zoom = 0;

  override get(tile: Zxy): Promise<Map<string, Feature[]>> {
    this.#zoom = tile.z;
    return withTimeout(
      tileTimeoutMs,
      retry(() => this.#ask(tile), pausesMs, isNetworkError),
    );
  }

  /**
   * When the zoom level of the map changes, the source cancels the requests of the old level. This
   * method also ends the retries of the cancelled requests.
   */
  async #ask(tile: Zxy): Promise<Map<string, Feature[]>> {
    if (tile.z !== this.#zoom) throw new DOMException('The zoom was left', 'AbortError');
    return super.get(tile);
  }
}

async function loadFont(address: string): Promise<void> {
  // Not every browser supports fonts in a worker.
  if (!('fonts' in self && self.fonts instanceof FontFaceSet)) return;
  const font = new FontFace('Figtree', `url(${address})`, { weight: '300 900' });
  await withTimeout(fontTimeoutMs, font.load());
  self.fonts.add(font);
}

function contextOf(canvas: OffscreenCanvas): CanvasRenderingContext2D {
  const context: unknown = canvas.getContext('2d');
  assertPaintable(context);
  return context;
}

/**
 * The context of an OffscreenCanvas can do everything that the painter uses. Its TypeScript type
 * lacks only members that need an HTML element.
 */
function assertPaintable(context: unknown): asserts context is CanvasRenderingContext2D {
  if (!(context instanceof OffscreenCanvasRenderingContext2D)) {
    throw new TypeError('Nothing can be painted here');
  }
}

/**
 * Paints the streets, one tile after the other. The painter runs in a worker, because the page could not
 * react to input during the painting.
 */
export class StreetPainter {
  readonly #deliver: (delivery: Delivery) => void;
  readonly #ratio: number;
  readonly #language: string;
  readonly #paintRules: PaintRule[];
  readonly #labelers: Labelers;
  readonly #view: Promise<View>;
  readonly #fontLoaded: Promise<void>;
  readonly #wanted = new Set<number>();
  #turn: Promise<void> = Promise.resolve();

  constructor(
    { base, theme, language, ratio, font }: StreetStyle,
    deliver: (delivery: Delivery) => void,
  ) {
    const colours = baseColours[theme];
    this.#deliver = deliver;
    this.#ratio = ratio;
    this.#language = language;
    this.#paintRules = paintRules(colours, paintSymbol);
    this.#labelers = new Labelers(
      contextOf(new OffscreenCanvas(1, 1)),
      labelRules(colours, language, labelSymbol),
      mostLaidOut,
      (tiles) => deliver({ kind: 'stale', tiles: [...tiles] }),
    );
    this.#view = openView(base);
    this.#fontLoaded = loadFont(font).catch(() => {
      // The labels use a system font.
    });
  }

  /**
   * Paints a tile and sends its picture, unless the page cancels the tile before the painting. The picture is empty if
   * the tile has no data or did not load.
   */
  async paint(id: number, tile: StreetTile): Promise<void> {
    this.#wanted.add(id);
    const prepared = await this.#prepare(tile);
    await this.#fontLoaded;
    // Handle messages between two tiles, so that a cancelled tile is not painted.
    this.#turn = this.#turn.then(() => new Promise((resolve) => setTimeout(resolve)));
    await this.#turn;
    if (!this.#wanted.delete(id)) return;
    this.#deliver({ kind: 'painted', id, picture: this.#picture(tile, prepared) });
  }

  leave(id: number): void {
    this.#wanted.delete(id);
  }

  async #prepare(tile: StreetTile): Promise<PreparedTile | null> {
    try {
      const view = await this.#view;
      const prepared = await view.getDisplayTile(tile);
      if (prepared.data.size === 0) this.#deliver({ kind: 'missing' });
      return prepared;
    } catch (error) {
      if (!isAbort(error)) this.#deliver({ kind: 'missing' });
      return null;
    }
  }

  #picture(tile: StreetTile, prepared: PreparedTile | null): ImageBitmap {
    const size = Math.ceil(tilePixels * this.#ratio);
    const canvas = new OffscreenCanvas(size, size);
    const context = contextOf(canvas);
    // Set the language, because Chinese and Japanese use different glyphs for some characters.
    Object.assign(context, { lang: this.#language });
    context.scale(size / tilePixels, size / tilePixels);
    if (prepared) this.#draw(context, tile, prepared);
    return canvas.transferToImageBitmap();
  }

  #draw(context: CanvasRenderingContext2D, { z, x, y }: StreetTile, prepared: PreparedTile): void {
    const sources = new Map([['', [prepared]]]);
    this.#labelers.add(z, sources);
    const origin = prepared.origin.clone();
    origin.x = x * tilePixels;
    origin.y = y * tilePixels;
    const bounds = {
      minX: origin.x - overlapPixels,
      minY: origin.y - overlapPixels,
      maxX: origin.x + tilePixels + overlapPixels,
      maxY: origin.y + tilePixels + overlapPixels,
    };
    const names = this.#labelers.getIndex(z) ?? null;
    paint(context, z, sources, names, this.#paintRules, bounds, origin, false);
  }
}
