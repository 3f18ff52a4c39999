import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PlaceAnswer, PlaceSearchResult } from '../../contract/geo.ts';
import { paths } from '../../contract/paths.ts';
import { createLogger } from '../../server/log/logger.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { createDemoGeocoder } from './geocoder.ts';
import { venues } from './venues.ts';

let app: TestApp;
let logged = '';
beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = createLogger('trace', destination);
  app = await startTestApp({ geocoder: createDemoGeocoder(), log });
});
afterAll(() => app.close());

const loop = { lat: 41.8781, lng: -87.6298 };

async function search(q: string, near = loop) {
  const query = new URLSearchParams({ q, lat: String(near.lat), lng: String(near.lng) });
  const answer = await app.call(`${paths.placeSearch}?${query.toString()}`);
  expect(answer.status).toBe(200);
  const { places, attribution } = PlaceSearchResult.parse(answer.body);
  expect(attribution).toBe('© OpenStreetMap contributors');
  return places;
}

describe('search in the demo city finds', () => {
  test.each([
    ['a street @slow', 'North Michigan Avenue', 'N Michigan Ave, '],
    ['a street that is begun', 'randol', 'W Randolph St, Loop'],
    ['a street with a typo', 'dearbron', 'S Dearborn St, '],
    ['an area', 'loop', 'Loop'],
    ['a town', 'oak park', 'Oak Park'],
    ['the city', 'chicago', 'Chicago'],
    ['a park', 'millennium park', 'Millennium Park, Loop'],
    ['an airport in Chinese', '中途国际机场', 'Chicago Midway International Airport'],
    ['a postal code', '60611', '60611, Magnificent Mile'],
    ['an address', '77 W Washington St, Chicago, IL 60602', '77 W Washington St, Loop'],
    ['a number of a street', '1 n green', 'N Green St, Greektown'],
  ])('%s', async (_, q, name) => {
    const [first] = await search(q);
    expect(first?.name).toMatch(new RegExp(`^${name}`));
  });

  test("each station's address at the position of the station", async () => {
    for (const { address, lat, lng } of venues) {
      const [first] = await search(address);
      expect(first).toMatchObject({ lat, lng });
      expect(first?.name.startsWith(address)).toBe(true);
    }
  });

  test('a long street at its point nearest to the centre of the map', async () => {
    const [north] = await search('n clark st', { lat: 41.94, lng: -87.65 });
    const [south] = await search('n clark st', loop);
    expect(north?.lat).toBeGreaterThan(41.93);
    expect(south?.lat).toBeLessThan(41.89);
  });
});

test('the place at the centre of the map has the name of its area', async () => {
  const answer = await app.call(`${paths.place}?lat=41.8819&lng=-87.6299`);
  expect(PlaceAnswer.parse(answer.body).place?.name).toBe('Loop');
});

test('a search text that is too long is rejected, and no search text is logged', async () => {
  await search('700 N Rush St');
  const { body } = await app.call(`${paths.placeSearch}?q=${'a'.repeat(101)}`);
  expect(body).toMatchObject({ code: 'invalidInput' });
  expect(logged).toContain(paths.placeSearch);
  // The log must not contain thirteen letters `a` or the searched words. Request ids cannot match
  // this pattern.
  expect(logged).not.toMatch(/Rush|41\.87|a{13}/);
});

test('the number of searches is limited @slow', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await app.call(`${paths.placeSearch}?q=loop`)).status),
  );
  expect(statuses).toContain(429);
});
