import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { SandboxLog } from '../server/outside/outsideWorld.ts';

const compress = promisify(brotliCompress);

export interface BaseMapTile {
  plain: Buffer;
  brotli: Buffer;
}

/** The only zoom level for which the package has tiles. */
const dataZoom = 13;

/** The streets of the demo city: vector tiles of a development package (data © OpenStreetMap). */
export class DemoTiles {
  readonly #log: SandboxLog;
  readonly #tiles = new Map<string, Promise<BaseMapTile | null>>();
  #folder: string | null | undefined;

  constructor(log: SandboxLog) {
    this.#log = log;
  }

  /** Returns a tile, or null if the package does not have this tile. */
  tile(z: number, x: number, y: number): Promise<BaseMapTile | null> {
    const folder = this.#findFolder();
    const file = folder && path.join(folder, `${z}-${x}-${y}.mvt`);
    if (z !== dataZoom || !file || !existsSync(file)) return Promise.resolve(null);
    let tile = this.#tiles.get(file);
    if (!tile) this.#tiles.set(file, (tile = readTile(file)));
    return tile;
  }

  #findFolder(): string | null {
    if (this.#folder !== undefined) return this.#folder;
    this.#folder = demoTilesFolder();
    if (!this.#folder) {
      this.#log.warn({}, "the demo's streets (@mapbox/mvt-fixtures) are not installed");
    }
    return this.#folder;
  }
}

async function readTile(file: string): Promise<BaseMapTile> {
  const plain = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return { plain, brotli: await compress(plain, { params }) };
}

/** Returns the folder of the tiles, or null if the development packages are not installed. */
export function demoTilesFolder(): string | null {
  const manifest = fileURLToPath(
    new URL('../node_modules/@mapbox/mvt-fixtures/package.json', import.meta.url),
  );
  return existsSync(manifest) ? path.join(path.dirname(manifest), 'real-world', 'chicago') : null;
}
