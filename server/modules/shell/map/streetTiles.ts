import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { GeomType, PmtilesSource, TileCache, View } from 'protomaps-leaflet';
import type { Feature, JsonObject, PreparedTile, TileSource, Zxy } from 'protomaps-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import type { Box } from './pathData.ts';
import { tilePixels } from '../../../../contract/rules/places/mercator.ts';

export type StreetMap = Extract<BaseMap, { kind: 'mvt' | 'pmtiles' }>;

/** The time limit for the request of one tile. */
const tileTimeoutMs = 5000;
/** The maximum size of a tile. No tile of streets is larger, even if it is not compressed. */
const mostBytes = 4 * 1024 * 1024;
/** The maximum number of tiles that stay in memory, for the views of neighbouring stations. */
const mostCached = 16;

/** Tiles that are ready to be read. */
interface Opened {
  view: View;
  /** Ends all requests that are not complete. */
  endRequests: () => void;
}

/**
 * Reads the operator's vector tiles for a view. Call `covering` for only one view at a time,
 * because `covering` ends all open requests.
 */
export class StreetTiles {
  readonly #base: StreetMap;
  #opened: Promise<Opened> | null = null;

  constructor(base: StreetMap) {
    this.#base = base;
  }

  /**
   * The tiles of an area of the map of the world, at a zoom.
   *
   * @throws if a tile does not arrive in time, is too large or is damaged, or if the tile server answers with an error.
   */
  async covering({ left, top, right, bottom }: Box, zoom: number): Promise<PreparedTile[]> {
    try {
      const { view, endRequests } = await (this.#opened ??= open(this.#base));
      const area = { minX: left, minY: top, maxX: right, maxY: bottom };
      const tiles = await view.getBbox(zoom, area).finally(endRequests);
      const { cache } = view.tileCache;
      if (cache.size > mostCached) cache.clear();
      // Remove empty tiles from the cache, because a missing tile may exist later.
      for (const [key, { data }] of cache) if (data.size === 0) cache.delete(key);
      return tiles;
    } catch (error) {
      // The archive object keeps failed answers for ever, so the next view opens the archive again.
      this.#opened = null;
      throw error;
    }
  }
}

async function open(base: StreetMap): Promise<Opened> {
  if (base.kind === 'mvt') {
    const source = { get: (key: Zxy, size: number) => fetchTile(base.url, key, size) };
    const view = new View(new TileCache(source, tilePixels), base.maxDataZoom, 0);
    // Each request of a tile has its own time limit, so there is nothing to end.
    return { view, endRequests: () => undefined };
  }
  const archive = new PmtilesSource(base.url, false);
  const { maxZoom } = await inTime(archive.p.getHeader());
  // Archives of Protomaps have tiles of 512 pixels.
  const cache = new TileCache(limited(archive), 2 * tilePixels);
  return {
    view: new View(cache, Math.min(maxZoom, base.maxDataZoom), 1),
    endRequests() {
      for (const { controller } of archive.zoomaborts) controller.abort();
      // Drop these controllers, because the archive object would keep the controllers of all
      // requests.
      archive.zoomaborts = [];
    },
  };
}

function limited(source: TileSource): TileSource {
  return { get: (key, size) => inTime(source.get(key, size)) };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the tiles did not come in time')), tileTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Layers = Map<string, Feature[]>;

async function fetchTile(template: string, { z, x, y }: Zxy, size: number): Promise<Layers> {
  const url = template
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y));
  const answer = await fetch(url, { signal: AbortSignal.timeout(tileTimeoutMs) });
  // Tile servers answer with these statuses if a tile has no data, such as a tile of the sea.
  const isEmpty = answer.status === 404 || answer.status === 204;
  if (answer.ok && !isEmpty) return parseTile(await readLimited(answer), size);
  await answer.body?.cancel();
  if (isEmpty) return new Map();
  throw new Error(`the tile server answered ${answer.status}`);
}

async function readLimited(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new RangeError('the tile is too large');
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  // Some servers send compressed files without the header `content-encoding`.
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  return isZipped ? gunzipSync(body, { maxOutputLength: mostBytes }) : body;
}

/** The types of geometry in the order of their numbers in tiles. The first number is 1. */
const geomTypes = [GeomType.Point, GeomType.Line, GeomType.Polygon];

function parseTile(body: Buffer, size: number): Layers {
  const tile = new VectorTile(new Pbf(body));
  return new Map(
    Object.entries(tile.layers).map(([name, layer]) => {
      const scale = size / layer.extent;
      const features = Array.from({ length: layer.length }, (_, index): Feature[] => {
        const feature = layer.feature(index);
        const geomType = geomTypes[feature.type - 1];
        if (geomType === undefined) return [];
        const geom = feature.loadGeometry().map((line) => line.map((point) => point.mult(scale)));
        const bbox = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
        const points = geom.flat();
        for (const { x, y } of points) {
          bbox.minX = Math.min(bbox.minX, x);
          bbox.minY = Math.min(bbox.minY, y);
          bbox.maxX = Math.max(bbox.maxX, x);
          bbox.maxY = Math.max(bbox.maxY, y);
        }
        const props: JsonObject = feature.properties;
        return [{ props, bbox, geomType, geom, numVertices: points.length }];
      });
      return [name, features.flat()];
    }),
  );
}
