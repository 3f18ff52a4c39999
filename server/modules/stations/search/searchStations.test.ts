import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../../contract/errors.ts';
import { paths } from '../../../../contract/paths.ts';
import { StationSearchResult } from '../../../../contract/stations.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { forBothEngines } from '../../../testing/database.ts';
import { addStations } from '../../../testing/stations.ts';

/** The operator's centre of the map, for requests without a position. */
const center = { lat: 41.8781, lng: -87.6298 };
const beijing = { lat: 39.9, lng: 116.4 };

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    await addStations(app.deps.db, [
      { id: 'PCJZK9H', name: 'Harbor Books', address: '12 West River Street', ...center },
      { name: 'Café São João', address: 'Rua das Flores 7', lat: 41.9, lng: -87.6 },
      { name: "Harry's Straße", address: '9 Pharmacy Lane', lat: 41.8, lng: -87.7 },
      { name: 'West Pharmacy', address: '40 Harbor Road', lat: 45, lng: -93 },
      { name: '星光书店', address: '北京市东城区中山路88号', ...beijing },
      { name: '山水咖啡', address: '北京市朝阳区光明路1号', lat: 39.95, lng: 116.5 },
      { name: 'Snack & Go', address: '12 Pulaski', lat: 41.7, lng: -87.5 },
      ...Array.from({ length: 30 }, (_, index) => ({
        name: `Kiosk ${index}`,
        address: 'Tunnel Level',
        lat: 40 + index / 100,
        lng: -87.6298,
      })),
    ]);
  });
  afterAll(() => app.close());

  const call = (query: Record<string, string>) =>
    app.call(`${paths.stationSearch}?${new URLSearchParams(query).toString()}`);
  const search = async (q: string, near: Record<string, string> = {}) => {
    const { body } = await call({ q, ...near });
    return StationSearchResult.parse(body).stations.map(({ name }) => name);
  };

  test.each([
    ['without accents', 'cafe sao joao', ['Café São João']],
    ['with accents', 'CAFÉ SÃO', ['Café São João']],
    ['in other letters', 'harrys strasse', ["Harry's Straße"]],
    ['by the beginning of the last word', 'harbor bo', ['Harbor Books']],
    ['by a single letter', 'p', ["Harry's Straße", 'Snack & Go', 'West Pharmacy']],
    ['in any order', 'street harbor river', ['Harbor Books']],
    ['by name and address, nearest first', 'harbor', ['Harbor Books', 'West Pharmacy']],
    ['by a house number', '88', ['星光书店']],
    ['with a letter too few', 'phrmacy', ["Harry's Straße", 'West Pharmacy']],
    ['with two letters swapped', 'west pharamcy', ['West Pharmacy']],
    ['with a wrong letter', 'harvor books', ['Harbor Books']],
    ['by one Chinese character', '星', ['星光书店']],
    ['by two Chinese characters', '咖啡', ['山水咖啡']],
    ['by many Chinese characters, in any order', '光明路 咖啡', ['山水咖啡']],
    ['not by characters that stand apart', '星店', []],
    ['by the beginning of an id', 'pcj-z', ['Harbor Books']],
    ['by an id', 'pcjzk9h', ['Harbor Books']],
    ['not by an id with a wrong check character', 'PCJZK9J', []],
    ['not by an id that no station has', 'PCJZK8F', []],
    ['only if they have every word', 'harbor flores', []],
  ])('the search finds stations %s: %s', async (_, q, names) => {
    expect(await search(q)).toEqual(names);
  });

  test('the search finds the stations nearest to the rider, the nearest station first', async () => {
    const nearest = (from: number) =>
      Array.from({ length: 20 }, (_, index) => `Kiosk ${from - index}`);
    expect(await search('kiosk')).toEqual(nearest(29));
    const south = { lat: '39.9', lng: '-87.6298' };
    expect(await search('tunnel kiosk', south)).toEqual(nearest(19).reverse());
  });

  test.each([
    'x'.repeat(100),
    '%',
    '_',
    '%%__\\',
    "' or 1=1 --",
    '"; drop table stations; --',
    '!!! ??? ...',
    '🔋🔋🔋',
    '\u0007\u001b[31m',
    '\uFEFF\u200B\u202E',
    '\uFFFD\uFFFD',
    '(harbor & books):*',
  ])('%j finds nothing, and causes no error', async (q) => {
    const answer = await call({ q });
    expect(answer.status).toBe(200);
    expect(StationSearchResult.parse(answer.body).stations.length).toBeLessThan(2);
  });

  test.each([
    [{ q: 'x'.repeat(101) }, 'query.q'],
    [{ q: 'x'.repeat(10_000) }, 'query.q'],
    [{ q: '' }, 'query.q'],
    [{ q: '   ' }, 'query.q'],
    [{ q: 'a\0b' }, 'query.q'],
    [{ q: 'a', lat: '91', lng: '0' }, 'query.lat'],
    [{ q: 'a', lat: '0', lng: '180.1' }, 'query.lng'],
    [{ q: 'a', lat: 'north', lng: '0' }, 'query.lat'],
    [{ q: 'a', lat: 'NaN', lng: 'Infinity' }, 'query.lat'],
    [{ lat: '0', lng: '0' }, 'query.q'],
  ])('the server refuses the search %j', async (query, field) => {
    const { status, body } = await call(query);
    expect(status).toBe(400);
    expect(Problem.parse(body)).toMatchObject({ code: 'invalidInput' });
    expect(Problem.parse(body).fields).toContain(field);
  });

  test('a search with a lone surrogate in the URL is refused or finds nothing', async () => {
    const answer = await app.call(`${paths.stationSearch}?q=%ED%A0%BD`);
    expect([200, 400]).toContain(answer.status);
  });

  test.each([
    '21/0/0',
    '-1/0/0',
    '2/4/0',
    '2/0/4',
    '2/-1/0',
    '1.5/0/0',
    'x/0/0',
    '2/1e9/0',
    '2/0/%00',
  ])('the server refuses the tile %s', async (tile) => {
    for (const path of [`/api/stations/tiles/${tile}`, `/api/stations/tiles/${tile}/events`]) {
      const { status, body } = await app.call(path);
      expect(status).toBe(400);
      expect(Problem.parse(body).code).toBe('invalidInput');
    }
  });
});
