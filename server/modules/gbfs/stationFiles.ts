import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import type { Dependencies } from '../../dependencies.ts';
import { stationPages } from '../stations/stationPages.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { cacheValue } from './cachedValue.ts';
import { presentInformation, presentStatus } from './stationEntries.ts';
import { gbfsVersion } from './systemFiles.ts';

interface StationFile {
  etag: string;
  /**
   * The server keeps only the compressed file, because the uncompressed file of a million stations does not fit into
   * memory.
   */
  gzipped: Buffer;
}

export interface StationFiles {
  station_information: StationFile;
  station_status: StationFile;
}

/**
 * The server creates the files again only after this time, because the feed may be a little outdated.
 */
const keepMs = 30_000;
/** The server spends at most this share of its time on the creation of the files, for any number of stations. */
const maxShare = 0.1;

/** The number of seconds after which a map app should request a file again. */
const statusTtlSeconds = 60;
const informationTtlSeconds = 300;

/**
 * The two files with an entry for each station. One reading of the stations creates both files, so that both contain
 * the same stations. The stations are read page by page, so that the server can process other requests between two
 * pages.
 */
export function stationFiles(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
): () => Promise<StationFiles> {
  const { publicUrl } = deps.settings;
  let made: StationFiles | null = null;
  let madeInMs = 0;

  async function make(): Promise<StationFiles> {
    const startedAt = performance.now();
    const lastUpdated = deps.clock.now().toISOString();
    const tariffIds = (await allTariffs(deps.db)).map(({ id }) => id);
    const context = { publicUrl, tariffIds };
    const information = new FileWriter(informationTtlSeconds);
    const status = new FileWriter(statusTtlSeconds);
    for await (const page of stationPages(deps.db, deps.clock.now())) {
      await information.add(page.map((row) => presentInformation(row, context)));
      await status.add(page.map((row) => presentStatus(row, context)));
    }
    made = {
      station_information: await information.finish(lastUpdated, made?.station_information),
      station_status: await status.finish(lastUpdated, made?.station_status),
    };
    madeInMs = performance.now() - startedAt;
    return made;
  }

  return cacheValue(deps.clock, () => Math.max(keepMs, madeInMs / maxShare), make);
}

class FileWriter {
  readonly #gzip = createGzip();
  readonly #hash = createHash('sha256');
  readonly #compressed: Buffer[] = [];
  readonly #ended: Promise<unknown>;
  #isEmpty = true;

  constructor(ttl: number) {
    this.#gzip.on('data', (chunk: Buffer) => this.#compressed.push(chunk));
    this.#ended = once(this.#gzip, 'end');
    this.#gzip.write(`{"version":"${gbfsVersion}","ttl":${ttl},"data":{"stations":[`);
  }

  async add(entries: readonly object[]): Promise<void> {
    const text = entries.map((entry) => JSON.stringify(entry)).join(',');
    const separated = this.#isEmpty ? text : `,${text}`;
    this.#isEmpty = false;
    this.#hash.update(separated);
    if (!this.#gzip.write(separated)) await once(this.#gzip, 'drain');
  }

  /** Ends the file. If no entry has changed, returns the previous file with its old `last_updated`. */
  async finish(lastUpdated: string, former: StationFile | undefined): Promise<StationFile> {
    const etag = `W/"${this.#hash.digest('base64url').slice(0, 22)}"`;
    this.#gzip.end(`]},"last_updated":"${lastUpdated}"}`);
    await this.#ended;
    if (former?.etag === etag) return former;
    return { etag, gzipped: Buffer.concat(this.#compressed) };
  }
}
