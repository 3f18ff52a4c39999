import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { positionNumber } from '../../../contract/testing/positionNumber.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { seededRandom } from '../../../sandbox/random.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { addStations } from '../../testing/stations.ts';
import { nearestStations } from './nearestStations.ts';
import { metresBetween, type Point } from './positionsAround.ts';

/**
 * The positions at which distances in the flat tiles and distances on the globe differ most, and one position at which
 * they are almost equal.
 */
const regions = [
  { name: 'on the equator', lat: 0, lng: 30 },
  { name: 'in Chicago', lat: 42, lng: -87.6 },
  { name: 'in Reykjavík', lat: 65, lng: -21.9 },
  { name: 'across the date line', lat: -17, lng: 180 },
  { name: 'at the upper edge of the map', lat: 84.5, lng: 40 },
];

/** Web Mercator ends at 85 degrees, so the number of a position nearer to a pole has no meaning. */
function wrapped(lat: number, lng: number): Point {
  return { lat: Math.max(-85, Math.min(85, lat)), lng: ((((lng + 180) % 360) + 360) % 360) - 180 };
}

forBothEngines((engine) => {
  let database: OpenDatabase;
  const stations: (Point & { id: string })[] = [];
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const random = seededRandom(7);
    const points = regions.flatMap(({ lat, lng }) =>
      Array.from({ length: 500 }, () => {
        // The distances range from the size of a house to the size of half a country.
        const away = 10 ** (-4 + 5 * random());
        const angle = random() * 2 * Math.PI;
        const east = (Math.cos(angle) * away) / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
        return wrapped(lat + Math.sin(angle) * away, lng + east);
      }),
    );
    // All cabinets of a tower are at the same position. The tower has more cabinets than the first read returns.
    const tower = Array.from({ length: 600 }, () => ({ lat: 42.001, lng: -87.6 }));
    const ids = await addStations(database.db, [...points, ...tower]);
    stations.push(
      ...[...points, ...tower].map((point, index) => ({ ...point, id: ids[index] ?? '' })),
    );
  });
  afterAll(() => database.close());

  test.each(regions)('the nearest stations are found: $name @slow', async ({ lat, lng }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        async (north, east, scale) => {
          const point = wrapped(lat + north / 10 ** scale, lng + east / 10 ** scale);
          const found = await nearestStations(database.db, point, 20, new Date());
          const metres = stations
            .map((station) => metresBetween(point, station))
            .sort((a, b) => a - b)
            .slice(0, 20);
          // Compare only the distances, because stations at the same position have no fixed order.
          expect(found.map((station) => station.metres)).toEqual(metres);
          for (const station of found) {
            const own = stations.find(({ id }) => id === station.id);
            expect(own && metresBetween(point, own)).toBe(station.metres);
          }
          expect(new Set(found.map(({ id }) => id)).size).toBe(20);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('stations on the other side of the world are found, and all stations if fewer exist than requested', async () => {
    const point = { lat: -60, lng: 100 };
    const [first] = await nearestStations(database.db, point, 1, new Date());
    expect(first?.metres).toBe(
      Math.min(...stations.map((station) => metresBetween(point, station))),
    );
    const all = await nearestStations(database.db, point, stations.length + 1, new Date());
    expect(all).toHaveLength(stations.length);
  });

  test('the database and the tiles give positions the same numbers', async () => {
    const { rows } = await sql<Point & { place: number }>`
      select lat, lng, place from stations`.execute(database.db);
    expect(rows.map(({ place }) => place)).toEqual(
      rows.map(({ lat, lng }) => positionNumber(lat, lng)),
    );
  });
});
