import { describe, expect, it } from 'vitest';
import { worldPixel } from '../../../../../contract/rules/places/mercator.ts';
import { tileOf } from '../../../../../contract/rules/places/tiles.ts';
import { ClusterIndex } from './clusterIndex.ts';
import type { Look, MapPoint } from './clusterIndex.ts';

const chicago = { lat: 41.88, lng: -87.63 };
/** The width of a pixel at zoom 15, in degrees of longitude. */
const pixelAt15 = 360 / (256 * 2 ** 15);

const at = (id: string | null, east: number, counts: Partial<MapPoint> = {}): MapPoint => ({
  id,
  lat: chicago.lat,
  lng: chicago.lng + east * pixelAt15,
  stations: 1,
  chargers: 2,
  freeSlots: 3,
  ...counts,
});

const tile = tileOf(chicago.lat, chicago.lng, 12);

function look(points: MapPoint[], changed: Partial<Look> = {}) {
  const index = new ClusterIndex();
  index.store(tile, points);
  return index.look({
    tiles: [tile],
    standIns: [],
    bounds: { north: 42, south: 41.7, west: -88, east: -87 },
    zoom: 15,
    highlighted: null,
    most: 300,
    ...changed,
  });
}

describe('the stations of a view', () => {
  it('are single pins if they are far enough apart for a finger', () => {
    expect(look([at('A', 0), at('B', 60)]).map(({ ids }) => ids)).toEqual([['B'], ['A']]);
  });

  it('are one group with sums if they would overlap, and are separate at a deeper zoom', () => {
    const points = [at('A', 0), at('B', 20)];
    expect(look(points)).toMatchObject([
      { key: 'A', stations: 2, chargers: 4, freeSlots: 6, splitsAt: 17 },
    ]);
    expect(look(points, { zoom: 17 })).toHaveLength(2);
  });

  it('include the server’s counts in the sums', () => {
    const counted = at(null, 10, { stations: 300, chargers: 900, freeSlots: 100 });
    expect(look([at('A', 0), counted])).toMatchObject([{ stations: 301, chargers: 902 }]);
  });

  it('are listed by id if no zoom separates them', () => {
    expect(look([at('A', 0), at('B', 0), at('C', 0)])).toMatchObject([
      { ids: ['A', 'B', 'C'], splitsAt: null },
    ]);
  });

  it('are separate from the highlighted station, whose pin shows only its own counts', () => {
    const points = [at('A', 0, { chargers: 7 }), at('B', 10), at('C', 20)];
    const groups = look(points, { highlighted: 'A' });
    expect(groups).toHaveLength(2);
    expect(groups).toContainEqual(
      expect.objectContaining({ key: 'A', stations: 1, chargers: 7, isMarked: true }),
    );
    expect(groups).toContainEqual(
      expect.objectContaining({ key: 'B', stations: 2, chargers: 4, isMarked: false }),
    );
    const [station, rest] = groups.toSorted((a, b) => b.chargers - a.chargers);
    expect(station?.lng).toBeCloseTo(chicago.lng);
    expect(((rest?.lng ?? 0) - chicago.lng) / pixelAt15).toBeCloseTo(52);
  });

  it('keep the pin of a station that shares its place with the highlighted station', () => {
    const groups = look([at('A', 0), at('B', 0)], { highlighted: 'B' });
    expect(new Map(groups.map(({ key, stations }) => [key, stations]))).toEqual(
      new Map([
        ['A', 1],
        ['B', 1],
      ]),
    );
  });

  it('stay one group if the highlighted station is not among them', () => {
    const groups = look([at('A', 0), at('B', 10)], { highlighted: 'X' });
    expect(groups).toMatchObject([{ key: 'A', stations: 2 }]);
  });

  it('are sorted by the distance from the center of the view', () => {
    const { lat, lng } = chicago;
    const bounds = { north: lat + 0.1, south: lat - 0.1, west: lng - 0.1, east: lng + 0.1 };
    const points = [at('FAR', -300), at('NEAR', 0), at('MIDDLE', 100)];
    expect(look(points, { bounds }).map(({ key }) => key)).toEqual(['NEAR', 'MIDDLE', 'FAR']);
  });

  it('never exceed the limit, and include every station', () => {
    const points = Array.from({ length: 400 }, (_, index) =>
      at(`S${index}`, (index % 20) * 60, { lat: chicago.lat - Math.floor(index / 20) * 0.002 }),
    );
    const groups = look(points, { most: 50 });
    expect(groups.length).toBeLessThanOrEqual(50);
    expect(groups.reduce((sum, { stations }) => sum + stations, 0)).toBe(400);
  });

  it('come from older tiles only where an answer is missing', () => {
    const index = new ClusterIndex();
    const west = { z: 13, x: tile.x * 2, y: tile.y * 2 };
    const counted = (lng: number) => at(null, 0, { lng, lat: 41.9, stations: 250 });
    index.store(tile, [counted(-87.7), counted(-87.62)]);
    index.store(west, [at('A', 0, { lat: 41.9, lng: -87.7 })]);
    const groups = index.look({
      tiles: [west],
      standIns: [tile],
      bounds: { north: 42, south: 41.7, west: -88, east: -87 },
      zoom: 15,
      highlighted: null,
      most: 300,
    });
    expect(new Set(groups.map(({ stations }) => stations))).toEqual(new Set([1, 250]));
  });

  it('are counted once if both a coarser and a finer tile replace a missing answer', () => {
    const index = new ClusterIndex();
    const west = { z: 13, x: tile.x * 2, y: tile.y * 2 };
    index.store(tile, [at(null, 0, { lng: -87.7, lat: 41.9, stations: 250 })]);
    index.store(west, [at('A', 0, { lat: 41.9, lng: -87.7 })]);
    const groups = index.look({
      tiles: [],
      standIns: [tile, west],
      bounds: { north: 42, south: 41.7, west: -88, east: -87 },
      zoom: 15,
      highlighted: null,
      most: 300,
    });
    expect(groups.map(({ stations }) => stations)).toEqual([1]);
  });

  it('are drawn on the copy of the world that is in view', () => {
    const index = new ClusterIndex();
    const fiji = tileOf(-17, -179.9, 12);
    index.store(fiji, [at('A', 0, { lat: -17, lng: -179.9 })]);
    const [group] = index.look({
      tiles: [fiji],
      standIns: [],
      bounds: { north: -16, south: -18, west: 179, east: 181 },
      zoom: 10,
      highlighted: null,
      most: 300,
    });
    expect(group?.lng).toBeCloseTo(180.1);
  });
});

describe.each([null, 'S5'])('a view of a city with the highlighted station %s', (highlighted) => {
  // A pseudo-random city, which is the same in each run.
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const points = Array.from({ length: 800 }, (_, index) =>
    at(`S${index}`, random() * 900, { lat: chicago.lat + random() * 0.03 }),
  );
  const bounds = { north: 42, south: 41.7, west: -88, east: -87 };
  const groups = look(points, { bounds, most: Infinity, highlighted });

  it('never has two touch targets that overlap', () => {
    for (const [index, one] of groups.entries()) {
      for (const other of groups.slice(index + 1)) {
        const a = worldPixel(one, 15);
        const b = worldPixel(other, 15);
        expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(51.9);
      }
    }
    expect(groups.length).toBeGreaterThan(50);
  });

  it('includes each station once', () => {
    expect(groups.reduce((sum, { stations }) => sum + stations, 0)).toBe(800);
    expect(groups.reduce((sum, { chargers }) => sum + chargers, 0)).toBe(1600);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
  });
});
