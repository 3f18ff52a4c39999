import { beforeEach, describe, expect, it, vi } from 'vitest';
import { station } from '../../testing/rider.ts';
import { readCachedStations } from './cachedStations.ts';

const early = '2026-11-20T17:00:00.000Z';
const late = '2026-11-20T18:00:00.000Z';
const other = { ...station, id: 'BCDEFGX', name: 'Central Library' };

const tile = (x: number, at: string, stations: unknown[]) =>
  [
    `http://localhost/api/stations/tiles/12/${x}/1522`,
    JSON.stringify({ z: 12, x, y: 1522, at, stations, clusters: [] }),
  ] as const;

/** A fake Cache Storage with only the methods that the code calls. */
function fakeCaches(entries: (readonly [url: string, body: string])[]) {
  const bodies = new Map(entries);
  vi.stubGlobal('caches', {
    has: async (name: string) => name === 'stations',
    open: async () => ({
      keys: async () => [...bodies.keys()].map((url) => new Request(url)),
      match: async ({ url }: Request) => new Response(bodies.get(url)),
    }),
  });
}

beforeEach(() => () => vi.unstubAllGlobals());

describe('the stored stations', () => {
  it('come from all stored tiles; each station occurs once, with its newest counts', async () => {
    fakeCaches([
      tile(1, late, [{ ...station, chargers: 1 }]),
      tile(2, early, [{ ...station, chargers: 9 }, other]),
      ['http://localhost/api/config', '{}'],
    ]);
    const { stations, at } = await readCachedStations();
    expect(stations.map(({ id, chargers, at: age }) => ({ id, chargers, age }))).toEqual([
      { id: station.id, chargers: 1, age: late },
      { id: other.id, chargers: other.chargers, age: early },
    ]);
    expect(at).toBe(early);
  });

  it('do not include entries that cannot be read', async () => {
    const [url, body] = tile(2, late, [station]);
    fakeCaches([
      [url, body.slice(0, -20)],
      tile(3, late, [{ id: 'ABCDEFV' }]),
      ['http://localhost/api/stations/tiles/12/4/1522', '<html>Sign in to the Wi-Fi</html>'],
      ['http://localhost/api/stations/tiles/12/5/1522', ''],
      tile(6, late, [other]),
    ]);
    expect((await readCachedStations()).stations.map(({ id }) => id)).toEqual([other.id]);
  });

  it('are an empty list if the browser has no Cache Storage or refuses access', async () => {
    const none = { stations: [], at: null };
    expect(await readCachedStations()).toEqual(none);
    vi.stubGlobal('caches', { has: () => Promise.reject(new DOMException('no', 'SecurityError')) });
    expect(await readCachedStations()).toEqual(none);
    vi.stubGlobal('caches', { has: async () => false });
    expect(await readCachedStations()).toEqual(none);
  });
});
