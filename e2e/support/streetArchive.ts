import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';

/** The folder of the demo's street tiles, all of one zoom level. */
const folder = join(
  import.meta.dirname,
  '../../node_modules/@mapbox/mvt-fixtures/real-world/chicago',
);
const zoom = 13;
const headerBytes = 127;

interface ArchivedTile {
  id: number;
  data: Buffer;
}

/** Returns the number of a tile in PMTiles 3. The format numbers the tiles of each zoom level along a Hilbert curve. */
function tileId(z: number, column: number, row: number): number {
  let id = (4 ** z - 1) / 3;
  let [x, y] = [column, row];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const rx = Math.floor(x / side) % 2;
    const ry = Math.floor(y / side) % 2;
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 1) continue;
    if (rx === 1) [x, y] = [side - 1 - (x % side), side - 1 - (y % side)];
    [x, y] = [y, x];
  }
  return id;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Creates an archive of the demo's streets in the format PMTiles 3, without compression. */
function writeArchive(): Buffer {
  const tiles: ArchivedTile[] = readdirSync(folder)
    .flatMap((name) => {
      const [, x, y] = /^13-(\d+)-(\d+)\.mvt$/.exec(name) ?? [];
      if (x === undefined || y === undefined) return [];
      return [{ id: tileId(zoom, Number(x), Number(y)), data: readFileSync(join(folder, name)) }];
    })
    .toSorted((a, b) => a.id - b.id);
  const ids = tiles.flatMap(({ id }, index) => varint(id - (tiles[index - 1]?.id ?? 0)));
  const runs = tiles.flatMap(() => varint(1));
  const lengths = tiles.flatMap(({ data }) => varint(data.length));
  // The first tile begins at 0, which the format writes as 1. A 0 means that the tile begins where the previous tile
  // ends.
  const offsets = tiles.flatMap((_, index) => varint(index === 0 ? 1 : 0));
  const root = Buffer.from([...varint(tiles.length), ...ids, ...runs, ...lengths, ...offsets]);
  const metadata = Buffer.from('{}');
  const data = Buffer.concat(tiles.map((tile) => tile.data));

  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const sections = [root.length, metadata.length, 0, data.length];
  let offset = headerBytes;
  for (const [index, length] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(tiles.length), at);
  // Header fields: clustered, no internal compression, no tile compression, vector tiles, lowest
  // and highest zoom.
  header.set([1, 1, 1, 1, zoom, zoom], 96);
  return Buffer.concat([header, root, metadata, data]);
}

/** Serves the archive from a separate origin, with range requests. */
export async function serveArchive(): Promise<{
  url: string;
  ranges: () => number;
  server: Server;
}> {
  const archive = writeArchive();
  let ranges = 0;
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' };
    if (from === undefined || to === undefined) {
      response.writeHead(416, headers).end();
      return;
    }
    ranges += 1;
    const end = Math.min(Number(to), archive.length - 1);
    response
      .writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${end}/${archive.length}`,
        etag: '"streets"',
      })
      .end(archive.subarray(Number(from), end + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/streets.pmtiles`, ranges: () => ranges, server };
}
