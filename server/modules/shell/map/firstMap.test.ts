import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import Pbf from 'pbf';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { addStation } from '../../../testing/stations.ts';
import { StationTiles } from '../../stations/stationTiles.ts';
import { createShell, type Shell } from '../shell.ts';
import { MapPictures } from './mapPictures.ts';

const page = `<!doctype html><html lang="en" data-start="home"><head><title>Home</title></head><body>
<div id="root"><!--home--><!--/home--></div><script type="application/json" id="early"></script></body></html>`;

const center = { lat: 41.8781, lng: -87.6298 };
const real = new URL(
  '../../../../node_modules/@mapbox/mvt-fixtures/real-world/chicago/',
  import.meta.url,
);
/** Reads a tile of Chicago. The data has only zoom 13. */
const tileOf = ([z, x, y]: string[]) => readFile(new URL(`${z}-${x}-${y}.mvt`, real));

type Answer = (
  place: string[],
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

const phone = { 'sec-fetch-mode': 'navigate', 'sec-ch-ua-mobile': '?1' };
const computer = { 'sec-fetch-mode': 'navigate', 'sec-ch-ua-mobile': '?0' };

let answer: Answer;
const asked: string[] = [];
const good: Answer = async (place, response) => void response.end(await tileOf(place));
const tileServer = http.createServer((request, response) => {
  const place = (request.url ?? '').split('/').slice(1);
  asked.push(place.join('/'));
  void Promise.resolve(answer(place, response, request)).catch(() => response.writeHead(404).end());
});

let app: TestApp;
let shell: Shell;

async function start(env: Record<string, string> = {}, path = '{z}/{x}/{y}'): Promise<void> {
  tileServer.listen(0, '127.0.0.1');
  await once(tileServer, 'listening');
  const address: AddressInfo | string | null = tileServer.address();
  const port = typeof address === 'object' ? address?.port : 0;
  app = await startTestApp({
    env: {
      BASE_MAP_URL: `http://127.0.0.1:${port}/${path}`,
      BASE_MAP_MAX_ZOOM: '13',
      ...env,
    },
  });
  shell = createShell(app.deps);
}

beforeEach(() => {
  answer = good;
  asked.length = 0;
});

afterEach(async () => {
  await shell.close();
  await app.close();
  tileServer.closeAllConnections();
  tileServer.close();
});

const open = (url: string, headers: Record<string, string> = phone) =>
  shell.render(page, { url, headers });

const streetsIn = (html: string) => /<svg style=.*?<\/svg>/.exec(html)?.[0] ?? null;

/** Opens the page until its map has streets. */
async function openDrawn(url = '/home', headers = phone): Promise<string> {
  return vi.waitFor(
    async () => {
      // On a busy machine, a request for a tile may time out. The server draws this view again after a minute.
      app.deps.clock.advance(61);
      const html = await open(url, headers);
      expect(streetsIn(html)).not.toBeNull();
      return html;
    },
    { timeout: 120_000, interval: 100 },
  );
}

/**
 * Decodes the picture, and throws if the SVG is not well-formed. Returns the number of colours in
 * the picture.
 */
async function coloursIn(html: string): Promise<number> {
  const svg = (streetsIn(html) ?? '').replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  // The server blocks SVG in this library, so allow SVG here.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const { data } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  return new Set(new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2)).size;
}

/** A drawing takes seconds on a busy machine. */
const timeout = 300_000;

const kib = (text: string) => brotliCompressSync(text).byteLength / 1024;

test(
  'the first page contains the streets and the pins of its view @slow',
  { timeout },
  async () => {
    await start();
    const id = await addStation(app.deps.db, { ...center, chargers: 3 });
    for (const [address, zoom] of [
      ['/home', 15],
      [`/home?equip_id=${id}`, 16],
    ] as const) {
      for (const [headers, limit] of [
        [phone, 7.75],
        [computer, 8.25],
      ] as const) {
        const html = await openDrawn(address, headers);
        const streets = streetsIn(html) ?? '';
        expect(kib(streets.replace(/ style="[^"]*"/, ''))).toBeLessThanOrEqual(limit);
        expect(streets).toContain('class="round line road"');
        expect(streets).toMatch(/>[NESW] \w[\w ]* St<\/text>/);
        expect(await coloursIn(html)).toBeGreaterThan(1);
        // The pin of the station is in the middle, and leads to its page.
        expect(html).toContain(
          `<a class="map-pin" style="left:-22px;top:-26px" data-stock="some" data-highlighted="" href="/home?equip_id=${id}"`,
        );
        expect(html).toContain(`data-zoom="${zoom}"`);
      }
    }
  },
);

test('the pin of the linked station shows only its own chargers', async () => {
  await start();
  const id = await addStation(app.deps.db, { ...center, chargers: 3 });
  await addStation(app.deps.db, { ...center, chargers: 4 });
  const html = await open(`/home?equip_id=${id}`);
  const own = `style="left:-22px;top:-26px" data-stock="some" data-highlighted="" href="/home\\?equip_id=${id}"[^>]*>3</a>`;
  expect(html).toMatch(new RegExp(own));
  // The pin of the other station is directly beside this pin, so that no touch targets overlap.
  const other = /style="left:(-?\d+)px;top:(-?\d+)px" data-stock="some" href="[^"]*"[^>]*>4<\/a>/;
  const [, left, top] = other.exec(html) ?? [];
  expect(Math.max(Math.abs(Number(left) + 22), Math.abs(Number(top) + 26))).toBe(52);
});

test(
  'a second page for the same view has the same picture, and starts no new drawing @slow',
  { timeout },
  async () => {
    await start();
    const streets = streetsIn(await openDrawn());
    const requests = asked.length;
    expect(requests).toBeGreaterThan(0);
    // The thread caches tiles, so a new drawing may need no request. So the test also counts the orders to the thread.
    const order = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => void vi.restoreAllMocks());
    for (const address of ['/home', '/', '/home?promo=1']) {
      expect(streetsIn(await open(address))).toBe(streets);
    }
    expect(order).not.toHaveBeenCalled();
    expect(asked).toHaveLength(requests);
    // A page with another view starts a drawing.
    await open('/home', computer);
    expect(order).toHaveBeenCalledTimes(1);
  },
);

test(
  'the page does not wait for slow tiles, and a later page has the streets @slow',
  { timeout },
  async () => {
    const waiting: (() => void)[] = [];
    answer = (...call) => void waiting.push(() => void good(...call));
    await start();
    await addStation(app.deps.db, center);
    const html = await open('/home');
    expect(streetsIn(html)).toBeNull();
    expect(html).toContain('class="map-pin"');
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0), { timeout: 120_000 });
    answer = good;
    for (const send of waiting) send();
    await openDrawn();
  },
);

const huge = Buffer.alloc(5 * 1024 * 1024);

const broken: Record<string, Answer> = {
  'do not exist': (_place, response) => void response.writeHead(404).end(),
  fail: (_place, response) => void response.writeHead(500).end('broken'),
  'are pages': (_place, response) => void response.end('<!doctype html><p>Sign in</p>'),
  'are too large': (_place, response) => void response.end(huge),
  'break off': async (place, response) => {
    response.writeHead(200, { 'content-length': '40000' });
    response.write((await tileOf(place)).subarray(0, 3000));
    response.destroy();
  },
  'are damaged': async (place, response) =>
    void response.end((await tileOf(place)).subarray(0, 9000)),
};

test(
  'without good tiles the page has only its pins, and the server requests the tiles again after a while @slow',
  { timeout },
  async () => {
    await start();
    await addStation(app.deps.db, center);
    const failed = vi.spyOn(app.deps.log, 'warn');
    for (const [index, [what, bad]] of Object.entries(broken).entries()) {
      answer = bad;
      const html = await open('/home');
      expect(streetsIn(html), what).toBeNull();
      expect(html).toContain('class="map-pin"');
      // Each drawing that fails is logged once. The second page must not start another drawing.
      await vi.waitFor(() => expect(failed, what).toHaveBeenCalledTimes(index + 1), {
        timeout: 120_000,
      });
      expect(streetsIn(await open('/home')), what).toBeNull();
      app.deps.clock.advance(61);
    }
    // If a second page had started a drawing, more drawings would have failed.
    await open('/home');
    const drawings = Object.keys(broken).length + 1;
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(drawings), { timeout: 120_000 });
    app.deps.clock.advance(61);
    answer = good;
    await openDrawn();
  },
);

/** An archive in the format PMTiles 3, without compression, with this tile for each place of zoom 13. */
function archiveOf(tile: Buffer): Buffer {
  const places = 4 ** 13;
  const root = new Pbf();
  // The directory: the number of entries, and then the first tile, number of tiles, size and offset of the only entry.
  for (const value of [1, (places - 1) / 3, places, tile.length, 1]) root.writeVarint(value);
  const directory = Buffer.from(root.finish());
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let offset = header.length;
  // The sections are the directory, the metadata, the further directories and the tiles.
  for (const [index, length] of [directory.length, 0, 0, tile.length].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  // The values in order: the archive is clustered, the directory and the tiles are not compressed,
  // the tiles are vector tiles, the lowest zoom, and the highest zoom.
  header.set([1, 1, 1, 1, 13, 13], 96);
  return Buffer.concat([header, directory, tile]);
}

test('an archive that fails first is opened again after a while @all', { timeout }, async () => {
  const archive = archiveOf(await tileOf(['13', '2100', '3045']));
  answer = (_place, response) => void response.writeHead(500).end();
  await start({ BASE_MAP: 'pmtiles' }, 'streets.pmtiles');
  const failed = vi.spyOn(app.deps.log, 'warn');
  expect(streetsIn(await open('/home'))).toBeNull();
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 120_000 });
  answer = (_place, response, { headers }) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    response.writeHead(206).end(archive.subarray(Number(from), Number(to) + 1));
  };
  expect(await coloursIn(await openDrawn())).toBeGreaterThan(1);
});

test('a page comes without its map if the map fails', async () => {
  await start();
  const failed = vi.spyOn(app.deps.log, 'error');
  vi.spyOn(MapPictures.prototype, 'read').mockRejectedValue(new Error('no thread'));
  onTestFinished(() => void vi.restoreAllMocks());
  const html = await open('/home');
  expect(html).toContain('<title>');
  expect(html).not.toContain('first-map');
  expect(failed).toHaveBeenCalledTimes(1);
  await expect(shell.prepare()).resolves.toBeUndefined();
});

test('at the date line, the map requests the tiles of both sides @slow', { timeout }, async () => {
  answer = async (_place, response) => void response.end(await tileOf(['13', '2100', '3045']));
  await start({ MAP_CENTER: '-17,179.9999' });
  await openDrawn();
  const columns = new Set(asked.map((place) => Number(place.split('/')[1])));
  expect(columns).toEqual(new Set([0, 2 ** 13 - 1]));
});

/** A feature of a tile. */
interface Drawn {
  layer: string;
  /** The geometry type of the vector tile format: 1 for points, 2 for lines, 3 for polygons. */
  type: number;
  geometry: number[];
  class: string;
  name: string;
}

function tileWith(features: readonly Drawn[]): Buffer {
  const tile = new Pbf();
  for (const feature of features) {
    tile.writeMessage(
      3,
      (_value, out) => {
        out.writeVarintField(15, 2);
        out.writeStringField(1, feature.layer);
        out.writeMessage(
          2,
          (_feature, part) => {
            part.writePackedVarint(2, [0, 0, 1, 1]);
            part.writeVarintField(3, feature.type);
            part.writePackedVarint(4, feature.geometry);
          },
          null,
        );
        for (const key of ['class', 'name']) out.writeStringField(3, key);
        for (const value of [feature.class, feature.name]) {
          out.writeMessage(4, (_text, part) => part.writeStringField(1, value), null);
        }
        out.writeVarintField(5, 4096);
      },
      null,
    );
  }
  return Buffer.from(tile.finish());
}

/** A tile with one street of this name. */
function tileWithStreet(name: string): Buffer {
  // From the left to the right edge of the tile.
  const street = { type: 2, geometry: [9, 0, 2048 * 2, 10, 4096 * 2, 0], class: 'street', name };
  return tileWith(['road', 'road_label'].map((layer) => ({ ...street, layer })));
}

/** Water that covers the whole tile. */
const sea = {
  layer: 'water',
  type: 3,
  geometry: [9, 0, 0, 26, 8192, 0, 0, 8192, 8191, 0, 15],
  class: 'ocean',
  name: '',
};

test('a picture that is too large has no names @slow', { timeout }, async () => {
  // A text of 12 KB that can hardly be compressed.
  const name = randomBytes(9 * 1024).toString('base64');
  const quarter = { type: 1, geometry: [9, 4096, 4096], class: 'suburb', name };
  const places = tileWith([sea, { ...quarter, layer: 'place_label' }]);
  answer = (_place, response) => void response.end(places);
  await start();
  const html = await openDrawn();
  expect(html).toContain('class="fill water"');
  expect(html).not.toContain(name.slice(0, 20));
});

test(
  'a picture of the map that is too large even with the fewest possible parts is left out @all',
  { timeout },
  async () => {
    // The line goes from the left edge of the tile to a random point and back, each time a little lower. In vector
    // tiles, odd numbers are negative steps.
    const steps = Array.from({ length: 4000 }, () => [
      randomInt(2, 4096),
      randomInt(2, 4096),
    ]).flatMap(([x = 0, y = 0]) => [2 * x, 2 * y, 2 * x - 1, 2 * (y - 1) - 1]);
    const shore = tileWith([
      { ...sea, geometry: [9, 0, 0, (steps.length / 2) * 8 + 2, ...steps, 15] },
    ]);
    answer = (_place, response) => void response.end(shore);
    await start();
    const failed = vi.spyOn(app.deps.log, 'warn');
    expect(streetsIn(await open('/home'))).toBeNull();
    await vi.waitFor(
      () =>
        expect(failed).toHaveBeenCalledWith(
          { reason: 'the tiles contain no streets, or too many for a picture' },
          expect.any(String),
        ),
      { timeout: 120_000 },
    );
    expect(streetsIn(await open('/home'))).toBeNull();
  },
);

test('a name from the tiles is shown as text, not executed @slow', { timeout }, async () => {
  const name = '</text><script>alert("1")</script>$&';
  answer = (_place, response) => void response.end(tileWithStreet(name));
  await start();
  const html = await openDrawn();
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;$&amp;');
  expect(await coloursIn(html)).toBeGreaterThan(1);
});

test('pins that would overlap become one pin, which is no link', { timeout }, async () => {
  await start({ BASE_MAP: 'none' });
  const near = { lat: center.lat + 0.003, lng: center.lng };
  await addStation(app.deps.db, { ...near, chargers: 2, free_slots: 2, slots: 4 });
  await addStation(app.deps.db, { ...near, chargers: 3, free_slots: 1, slots: 4 });
  const alone = await addStation(app.deps.db, { ...center, name: 'A & "B"', online: false });
  const html = await open('/home', { ...phone, 'accept-language': 'es' });
  const pins = /<div class="first-pins">(.*?)<\/div>/.exec(html)?.[1] ?? '';
  expect(pins.match(/<span[^>]*aria-hidden="true">5<\/span>/)).toHaveLength(1);
  expect(pins.match(/<a /g)).toHaveLength(1);
  expect(pins).toContain(`href="/home?equip_id=${alone}"`);
  expect(pins).toContain('data-stock="offline"');
  expect(pins).toContain('aria-label="A &amp; &quot;B&quot;, sin conexión"');
  expect(streetsIn(html)).toBeNull();
});

test(
  'the map of a linked station shows the stations around it, even if it is far from the start view',
  { timeout },
  async () => {
    await start({ BASE_MAP: 'none' });
    const read = vi.spyOn(StationTiles.prototype, 'read');
    onTestFinished(() => void vi.restoreAllMocks());
    const add = (lat: number, lng: number, chargers: number) =>
      addStation(app.deps.db, { lat, lng, chargers, free_slots: 2, slots: 8 });
    const linked = await add(10.02, 20.02, 3);
    const neighbour = await add(10.022, 20.02, 4);
    const empty = await add(10.52, 20.52, 0);
    const beside = await add(10.522, 20.52, 5);
    const central = await add(center.lat, center.lng, 1);

    const openOnce = async (id: string, headers: Record<string, string> = phone) => {
      read.mockClear();
      const html = await open(`/home?equip_id=${id}`, headers);
      const pins = /<div class="first-pins">(.*?)<\/div>/.exec(html)?.[1] ?? '';
      const early = /id="early">([^<]*)</.exec(html)?.[1] ?? '';
      const linkedPins = [...pins.matchAll(/href="\/home\?equip_id=(\w+)"/g)].map(([, to]) => to);
      return { pins, linkedPins, early, reads: read.mock.calls.length };
    };

    const far = await openOnce(linked);
    expect(new Set(far.linkedPins)).toEqual(new Set([linked, neighbour]));
    // At zoom 16, 0.002 degrees of latitude are 95 pixels here.
    expect(far.pins).toMatch(/style="left:-22px;top:-121px"[^>]*>4</);
    // Only the tile of the view is read, and the page does not contain its stations as data.
    expect(far.reads).toBe(4 + 1);
    expect(far.early).not.toContain(neighbour);

    // The page of an empty station contains the tiles around the station, for the notice about the next station. The
    // map uses the same tiles.
    const farEmpty = await openOnce(empty);
    expect(new Set(farEmpty.linkedPins)).toEqual(new Set([empty, beside]));
    expect(farEmpty.reads).toBe(4 + 4);
    expect(farEmpty.early).toContain(beside);

    expect((await openOnce(central)).reads).toBe(4);
    // A page without a map does not read the tiles of a map.
    expect(await openOnce(linked, { ...phone, 'save-data': 'on' })).toMatchObject({
      linkedPins: [],
      reads: 4,
    });
  },
);

test.each([
  ['the start view', 179.9999, -179.9989, 28],
  ['the start view', -179.9999, 179.9989, -28],
  ['a linked station', 179.9999, -179.9979, 103],
  ['a linked station', -179.9999, 179.9979, -103],
])(
  'the map of %s at longitude %d shows a station across the date line, at %d, at its place',
  { timeout },
  async (view, lng, across, pixels) => {
    const isLinked = view === 'a linked station';
    await start({ BASE_MAP: 'none', ...(!isLinked && { MAP_CENTER: `-17,${lng}` }) });
    const id = await addStation(app.deps.db, { lat: -17, lng: across });
    const address = isLinked
      ? `/home?equip_id=${await addStation(app.deps.db, { lat: -17, lng })}`
      : '/home';
    const html = await open(address);
    const [pin] = html.match(new RegExp(`<a class="map-pin"[^>]*equip_id=${id}"`)) ?? [];
    // The middle of a pin is 22 pixels from its left edge and 26 pixels from its upper edge.
    expect(pin).toContain(`style="left:${pixels - 22}px;top:-26px"`);
  },
);

test(
  'the name of the pin of a paused station contains the number on the pin',
  { timeout },
  async () => {
    await start({ BASE_MAP: 'none' });
    const stock = { chargers: 4, free_slots: 3, slots: 7 };
    await addStation(app.deps.db, { ...center, ...stock, name: 'Full House', state: 'paused' });
    const html = await open('/home', phone);
    const [, name, label] =
      /<a class="map-pin"[^>]*aria-label="([^"]*)"[^>]*>(\d+)</.exec(html) ?? [];
    expect(label).toBe('0');
    expect(name).toBe('Full House, 0 chargers, Returns only right now · 3 free slots');
  },
);

test.each([
  ['a returning visitor, who may have moved the map', { ...phone, cookie: 'visited=1' }],
  ['somebody who saves data', { ...phone, 'save-data': 'on' }],
  ['the preview of a link', { accept: '*/*' }],
])('the page has no map for %s', async (_who, headers) => {
  await start();
  await addStation(app.deps.db, center);
  expect(await open('/home', headers)).not.toContain('first-map');
  expect(await open('/menu', phone)).not.toContain('first-map');
  expect(asked).toEqual([]);
});
