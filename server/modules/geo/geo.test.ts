import { Writable } from 'node:stream';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IpLocation, PlaceAnswer, PlaceSearchResult } from '../../../contract/geo.ts';
import { paths } from '../../../contract/paths.ts';
import { createGeocoder } from '../../providers/geocoding/createGeocoder.ts';
import { createIpLocator, type AddressReader } from '../../providers/geoIp/ipLocator.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStation } from '../../testing/stations.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { createLogger } from '../../log/logger.ts';

const google = '8.8.8.8';

describe('the position of a network address', () => {
  let app: TestApp;
  let logged = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = createLogger('trace', destination);
  beforeAll(async () => {
    app = await startTestApp({ env: { TRUST_PROXY: '1' }, log });
  });
  afterAll(() => app.close());

  const locate = async (address: string, own = app) => {
    const answer = await own.call(paths.ipLocation, { headers: { 'x-forwarded-for': address } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return IpLocation.parse(answer.body);
  };

  test('the embedded database contains countries with their centres', async () => {
    const found = await locate(google);
    expect(found).toMatchObject({
      status: 'found',
      precision: 'country',
      country: 'US',
      city: null,
    });
    if (found.status === 'found') {
      expect(Math.round(found.lat)).toBe(37);
      expect(Math.round(found.lng)).toBe(-96);
    }
    expect(await locate(`::ffff:${google}`)).toEqual(found);
    expect(await locate('2001:4860:4860::8888')).toMatchObject({ status: 'found' });
  });

  test.each(['127.0.0.1', '10.1.2.3', '192.168.1.4', '::1', 'fe80::1%eth0', 'fd00::1', '0.0.0.0'])(
    'the address %s has no known position, and the answer shows that',
    async (address) => expect(await locate(address)).toEqual({ status: 'Not found' }),
  );

  test('an invalid address has no position, and is not looked up in the database', async () => {
    const asked: string[] = [];
    const reader: AddressReader = { get: (address) => asked.push(address) };
    const { locate: ask } = createIpLocator(async () => reader);
    for (const text of ['', 'garbage', '8.8.8', '8.8.8.8.8', '<script>', 'localhost']) {
      expect(await ask(text, 'en')).toEqual({ status: 'Not found' });
    }
    expect(asked).toEqual([]);
  });

  const loop = { latitude: 41.88, longitude: -87.63 };
  const city = { lat: 41.88, lng: -87.63, precision: 'city', country: 'US' };
  test.each([
    [
      'of MaxMind, in the requested language',
      {
        country: { iso_code: 'US' },
        city: { names: { en: 'Chicago', 'zh-CN': '芝加哥' } },
        location: loop,
      },
      { ...city, city: '芝加哥' },
    ],
    [
      'of MaxMind, in English where the language is missing',
      { country: { iso_code: 'US' }, city: { names: { en: 'Chicago' } }, location: loop },
      { ...city, city: 'Chicago' },
    ],
    [
      'that is flat',
      { country_code: 'US', city: 'Chicago', ...loop },
      { ...city, city: 'Chicago' },
    ],
    [
      'of a country with its centre, and without a city',
      { country: { iso_code: 'US' }, location: { latitude: 37.75, longitude: -97.82 } },
      { precision: 'country', city: null },
    ],
  ])('a record %s', async (_, record, expected) => {
    const { locate: ask } = createIpLocator(async () => ({ get: () => record }));
    const found = IpLocation.parse(await ask(google, 'zh-CN'));
    expect(found).toMatchObject({ status: 'found', ...expected });
  });

  test.each([
    null,
    {},
    { city: {} },
    { country_code: 'ZZ' },
    { country: { iso_code: 'US' }, city: { names: {} }, location: { latitude: 999, longitude: 0 } },
  ])('an empty record counts as not found: %j', async (record) => {
    const { locate: ask } = createIpLocator(async () => ({ get: () => record }));
    expect(await ask(google, 'en')).toEqual({ status: 'Not found' });
  });

  test('the database is opened once, and is opened again only after a failure', async () => {
    let opened = 0;
    const open = async (): Promise<AddressReader> => {
      opened += 1;
      if (opened === 1) throw new Error('no such file');
      return { get: () => ({ country_code: 'FR' }) };
    };
    const own = await startTestApp({ db: app.deps.db, ipLocator: createIpLocator(open) });
    try {
      expect((await own.call(paths.ipLocation)).body).toEqual({ status: 'Not found' });
      const answers = await Promise.all([1, 2, 3].map(() => own.call(paths.ipLocation)));
      for (const { body } of answers) expect(body).toMatchObject({ country: 'FR' });
      expect(opened).toBe(2);
    } finally {
      await own.close();
    }
  });

  test('a forwarded address is ignored unless the trusted proxy sends it', async () => {
    const own = await startTestApp({ db: app.deps.db });
    try {
      expect(await locate(google, own)).toEqual({ status: 'Not found' });
    } finally {
      await own.close();
    }
  });

  test('the server neither logs nor stores the network address of a caller', async () => {
    await locate(google);
    expect(logged).toContain(paths.ipLocation);
    expect(logged).not.toContain(google);
    // The rate limit of places is in the database, which must not contain the caller's address.
    const headers = { 'x-forwarded-for': google };
    await app.call(`${paths.place}?lat=41.88&lng=-87.63`, { headers });
    const limits = await app.deps.db.selectFrom('rate_limits').selectAll().execute();
    expect(limits.length).toBeGreaterThan(0);
    expect(JSON.stringify(limits)).not.toContain(google);
  });

  test('a network address has 300 calls per minute @slow', async () => {
    const own = await startTestApp({
      db: app.deps.db,
      clock: new StoppedClock(),
      env: { TRUST_PROXY: '1', CALL_LIMITS_FACTOR: '1' },
    });
    const headers = { 'x-forwarded-for': '9.9.9.9' };
    const statusOfCall = async () => (await own.call(paths.ipLocation, { headers })).status;
    try {
      const statuses: number[] = [];
      // The number of open calls per address is limited, so the test sends ten calls at a time.
      for (let i = 0; i < 31; i++) {
        statuses.push(...(await Promise.all(Array.from({ length: 10 }, statusOfCall))));
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(300);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
      own.deps.clock.advance(60);
      expect(await statusOfCall()).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe('the name of a place', () => {
  let db: TestApp['deps']['db'];
  let base: TestApp;
  beforeAll(async () => {
    base = await startTestApp();
    ({ db } = base.deps);
    await addStation(db, { name: 'Corner Café', lat: 41.88, lng: -87.63 });
  });
  afterAll(() => base.close());

  const opened: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  });

  /**
   * Runs the app with this kind of geocoder. `answer` answers the app's requests in place of the
   * geocoder.
   */
  async function withGeocoder(
    kind: 'nominatim' | 'photon',
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    query = '',
  ) {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      answer(request, response);
    });
    const url = (await listen(server)) + query;
    opened.push({ close: () => closeServer(server) });
    const settings = { ...base.deps.settings, geocoder: { kind, url } };
    const app = await startTestApp({ db, geocoder: await createGeocoder(settings) });
    opened.push(app);
    return { app, asked };
  }

  const placeAt = async (app: TestApp, query = 'lat=41.8801&lng=-87.6301', language = 'en') => {
    const headers = { 'accept-language': language };
    const answer = await app.call(`${paths.place}?${query}`, { headers });
    return { ...answer, place: PlaceAnswer.safeParse(answer.body).data?.place };
  };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const table = { name: 'Corner Café', lat: 41.88, lng: -87.63 };

  test('by default a position has the name of the nearest station, if a station is near', async () => {
    expect((await placeAt(base)).place).toEqual(table);
    expect((await placeAt(base, 'lat=41.9&lng=-87.63')).place).toBeNull();
    const search = await base.call(`${paths.placeSearch}?q=Chicago`);
    expect(PlaceSearchResult.parse(search.body)).toEqual({ places: [] });
  });

  test.each(['', 'lat=91&lng=0', 'lat=0&lng=181', 'lat=x&lng=1', 'lat=NaN&lng=1', 'lat=1'])(
    'an invalid position is refused: %s',
    async (query) => {
      expect((await placeAt(base, query)).body).toMatchObject({ code: 'invalidInput' });
    },
  );

  const reverse = {
    place_id: 1,
    licence: 'Data © OpenStreetMap contributors',
    lat: '41.8802',
    lon: '-87.6303',
    name: '',
    display_name: 'West Washington Street, Loop, Chicago, Cook County, Illinois, United States',
    address: { road: 'West Washington Street', neighbourhood: 'Loop', city: 'Chicago' },
  };

  test('the server calls Nominatim according to its policy, and once per hundred metres', async () => {
    const { app, asked } = await withGeocoder('nominatim', (_, response) =>
      json(response, reverse),
    );
    const named = { name: 'Loop, Chicago', lat: 41.8802, lng: -87.6303 };
    expect((await placeAt(app, 'lat=41.88012&lng=-87.63014', 'es-MX,es;q=0.9,en')).place).toEqual(
      named,
    );
    expect((await placeAt(app, 'lat=41.88031&lng=-87.62989', 'es')).place).toEqual(named);
    expect(asked).toHaveLength(1);
    const url = new URL(asked[0]?.url ?? '', 'http://x');
    expect(url.pathname).toBe('/reverse');
    // The server sends only positions that are rounded to a hundred metres.
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      format: 'jsonv2',
      lat: '41.88',
      lon: '-87.63',
    });
    expect(asked[0]?.headers['accept-language']).toBe('es');
    expect(asked[0]?.headers['user-agent']).toMatch(/^charger-rental\/\S+ \(\+http:\/\/localhost/);
  });

  test('a caller who would wait too long for Nominatim gets the name of a station @slow', async () => {
    const { app, asked } = await withGeocoder('nominatim', (_, response) =>
      json(response, reverse),
    );
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, index) => placeAt(app, `lat=41.88${index}&lng=-87.63`)),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(answers.filter(({ place }) => place?.name === 'Loop, Chicago')).toHaveLength(4);
    expect(asked).toHaveLength(4);
  });

  test('the server searches its own stations if Nominatim finds nothing', async () => {
    const { app } = await withGeocoder('nominatim', (_, response) =>
      json(response, { error: 'Unable to geocode' }),
    );
    expect((await placeAt(app)).place).toEqual(table);
  });

  test('one invalid place in an answer of Nominatim does not hide the other places', async () => {
    const { app, asked } = await withGeocoder(
      'nominatim',
      (_, response) => json(response, [{ ...reverse, lat: 'north' }, null, reverse]),
      '/geo/?key=secret',
    );
    const { body } = await app.call(`${paths.placeSearch}?q=loop`);
    expect(body).toEqual({
      places: [{ name: 'Loop, Chicago', lat: 41.8802, lng: -87.6303 }],
      attribution: '© OpenStreetMap contributors',
    });
    // The request contains the operator's key.
    expect(asked.map(({ url }) => url)).toEqual([
      '/geo/search?key=secret&format=jsonv2&q=loop&limit=5',
    ]);
  });

  test('the server reads the GeoJSON of Photon', async () => {
    const { app, asked } = await withGeocoder('photon', (_, response) =>
      json(response, {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [-87.6244, 41.8827] },
            properties: {
              osm_type: 'W',
              name: 'Millennium Park',
              city: 'Chicago',
              countrycode: 'US',
            },
          },
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [-87.63, 41.88] },
            properties: { street: 'West Lake Street', housenumber: '5', city: 'Chicago' },
          },
          { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: {} },
        ],
      }),
    );
    const park = { name: 'Millennium Park, Chicago', lat: 41.8827, lng: -87.6244 };
    expect((await placeAt(app)).place).toEqual(park);
    const query = `${paths.placeSearch}?q=Millennium%20%20PARK&lat=41.88&lng=-87.63`;
    const { body } = await app.call(query);
    expect(body).toEqual({
      places: [park, { name: 'West Lake Street 5, Chicago', lat: 41.88, lng: -87.63 }],
      attribution: '© OpenStreetMap contributors',
    });
    expect(asked.map(({ url }) => url)).toEqual([
      '/reverse?lat=41.88&lon=-87.63&lang=en',
      '/api?q=millennium+park&limit=5&lat=41.88&lon=-87.63&lang=en',
    ]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['429', (response) => response.writeHead(429, { 'retry-after': '30' }).end()],
    ['500', (response) => response.writeHead(500).end('oops')],
    ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    [
      'a page',
      (response) => response.writeHead(200).end('<!doctype html><p>Sign in to this network'),
    ],
    ['something else', (response) => json(response, { features: [{ geometry: null }] })],
    [
      'a body cut short',
      (response) => response.writeHead(200, { 'content-length': '90' }).end('{"fea'),
    ],
    ['a flood', (response) => response.writeHead(200).end(`"${'x'.repeat(600_000)}"`)],
    ['nothing, ever', () => undefined],
  ])(
    'if a geocoder responds with %s, a station gives the name, and the search is unavailable @slow',
    async (what, answer) => {
      const { app, asked } = await withGeocoder('photon', (_, response) => answer(response));
      const [named, search] = await Promise.all([
        placeAt(app),
        app.call(`${paths.placeSearch}?q=chicago`),
      ]);
      expect(named.place).toEqual(table);
      expect([search.status, search.body]).toMatchObject([503, { code: 'unavailable' }]);
      if (what === '429') expect(search.body).toMatchObject({ retryAfter: 30 });
      // The server does not follow redirects, because they could repeat endlessly.
      if (what === 'a redirect') expect(asked).toHaveLength(2);
      // A failure is not cached.
      if (what === '500') {
        await placeAt(app);
        expect(asked).toHaveLength(3);
      }
    },
  );
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the geocoder does not listen');
  return `http://127.0.0.1:${address.port}`;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
