import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listLength } from '../../../../contract/rules/firstScreen/stationRow.ts';
import {
  maxStationsPerTile,
  nearbyZoom,
  tileBounds,
  tileOf,
  tilesAround,
} from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationCluster, StationSummary, StationTile } from '../../../../contract/stations.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { station } from '../../../testing/rider.ts';
import { nearestStations } from './nearby.ts';
import { nearbyTiles } from './nearbyTiles.ts';
import type { IsWanted } from './nearbyTiles.ts';

const at = '2026-11-20T12:00:00.000Z';
const key = ({ z, x, y }: Tile) => `${z}/${x}/${y}`;

/**
 * Answers as the server does: with single stations if there are few, and with clusters in a grid of degrees
 * if there are many.
 */
class World {
  readonly #stations: StationSummary[];
  readonly #answers = new Map<string, StationTile>();

  constructor(places: readonly Point[]) {
    this.#stations = places.map((place, index) => ({ ...station, ...place, id: `s${index}` }));
  }

  answer(tile: Tile): StationTile {
    const cached = this.#answers.get(key(tile));
    if (cached) return cached;
    const inside = this.#stations.filter(
      ({ lat, lng }) => key(tileOf(lat, lng, tile.z)) === key(tile),
    );
    const answer =
      inside.length <= maxStationsPerTile
        ? { ...tile, at, stations: inside, clusters: [] }
        : { ...tile, at, stations: [], clusters: counted(tile, inside) };
    this.#answers.set(key(tile), answer);
    return answer;
  }

  /** Loads the chosen tiles until the search chooses no new tile, as the app does. */
  search(from: Point, isWanted?: IsWanted) {
    const answers = new Map<string, StationTile>();
    let rounds = 0;
    for (;;) {
      const chosen = nearbyTiles(from, (tile) => answers.get(key(tile)), isWanted);
      const missing = chosen.filter((tile) => !answers.has(key(tile)));
      if (missing.length === 0) {
        const read = chosen.flatMap((tile) => answers.get(key(tile)) ?? []);
        return {
          found: nearestStations(read, from, listLength, () => true, isWanted),
          read,
          rounds,
        };
      }
      rounds += 1;
      for (const tile of missing) answers.set(key(tile), this.answer(tile));
    }
  }

  /** Returns the expected result, from a comparison of all stations. */
  nearest(from: Point, isWanted: IsWanted = () => true): number[] {
    return this.#stations
      .filter(isWanted)
      .map((place) => distanceMetres(from, place))
      .sort((a, b) => a - b)
      .slice(0, listLength);
  }
}

function counted(tile: Tile, stations: StationSummary[]): StationCluster[] {
  const { north, south, west, east } = tileBounds(tile);
  const cells = new Map<string, StationSummary[]>();
  for (const one of stations) {
    const row = Math.floor(((one.lat - south) / (north - south)) * 8);
    const column = Math.floor(((one.lng - west) / (east - west)) * 8);
    const cell = cells.get(`${row} ${column}`) ?? [];
    cell.push(one);
    cells.set(`${row} ${column}`, cell);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return [...cells.values()].map((cell) => ({
    lat: round(mean(cell.map(({ lat }) => lat))),
    lng: round(mean(cell.map(({ lng }) => lng))),
    stations: cell.length,
    chargers: 0,
    freeSlots: 0,
  }));
}

const wrapped = (lng: number) => ((((lng + 180) % 360) + 360) % 360) - 180;
const limited = (lat: number) => Math.max(-89.9, Math.min(89.9, lat));

function expectNearest(world: World, from: Point) {
  const { found, read, rounds } = world.search(from);
  const nearest = world.nearest(from);
  expect(found).toHaveLength(nearest.length);
  for (const [index, { metres }] of found.entries()) {
    expect(metres).toBeCloseTo(nearest[index] ?? Number.NaN, 3);
  }
  return { tiles: read.length, rounds };
}

/** Half the width of the area with stations, in degrees. */
const spreads = [0.002, 0.02, 0.1, 0.4, 3, 40, 180];

describe.each([
  ['at the equator', { lat: 0, lng: -78.5 }],
  ['at 42°', { lat: 41.8781, lng: -87.6298 }],
  ['at 65°', { lat: 64.9, lng: 25.5 }],
  ['at 65° south', { lat: -65, lng: -64 }],
  ['near a pole', { lat: 84.9, lng: 10 }],
  ['beyond the last tile', { lat: 88, lng: 10 }],
  ['on the date line', { lat: -17.8, lng: 179.999 }],
  ['beyond the date line', { lat: 51.9, lng: -179.98 }],
])('the nearest twenty %s', (_, centre) => {
  const place = fc
    .record({
      spread: fc.constantFrom(...spreads),
      north: fc.double({ min: -1, max: 1, noNaN: true }),
      east: fc.double({ min: -1, max: 1, noNaN: true }),
    })
    .map(({ spread, north, east }) => ({
      lat: limited(centre.lat + north * spread),
      lng: wrapped(centre.lng + east * spread),
    }));

  it('equal the result of comparing all stations if there are few', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), place, (places, from) => {
        expectNearest(new World(places), from);
      }),
      { numRuns: 60 },
    );
  });

  it('equal the result of comparing all stations if there are many, and need few tiles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.constantFrom(0.02, 0.15, 1),
        (seed, spread) => {
          const random = randomFrom(seed);
          const places = Array.from({ length: 3000 }, () => ({
            lat: limited(centre.lat + (random() - 0.5) * spread),
            lng: wrapped(centre.lng + (random() - 0.5) * spread),
          }));
          const from = {
            lat: limited(centre.lat + (random() - 0.5) * spread * 1.5),
            lng: wrapped(centre.lng + (random() - 0.5) * spread * 1.5),
          };
          const { tiles, rounds } = expectNearest(new World(places), from);
          // Beyond the last parallel of the tiles, near a pole, the search needs a row of tiles around the
          // pole.
          const isInhabited = Math.abs(centre.lat) < 85;
          expect(tiles).toBeLessThanOrEqual(isInhabited ? 24 : 60);
          expect(rounds).toBeLessThanOrEqual(isInhabited ? 12 : 30);
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** Repeatable pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the tiles of a list', () => {
  const chicago = { lat: 41.8781, lng: -87.6298 };

  it('are at first the four tiles around the nearest corner, which the page preloads', () => {
    const around = tilesAround(chicago.lat, chicago.lng, nearbyZoom);
    const chosen = nearbyTiles(chicago, () => undefined);
    expect(chosen.map(key).sort()).toEqual(around.map(key).sort());
  });

  it('contain only those of the four tiles that the list needs', () => {
    const places = Array.from({ length: 40 }, (_, index) => ({
      lat: chicago.lat + 0.0005 * index,
      lng: chicago.lng,
    }));
    expect(expectNearest(new World(places), chicago)).toEqual({ tiles: 2, rounds: 1 });
  });

  it('cover the whole world if there are no stations', () => {
    const { tiles, rounds } = expectNearest(new World([]), chicago);
    expect(tiles).toBeLessThanOrEqual(21);
    expect(rounds).toBeLessThanOrEqual(7);
  });

  it('contain the nearest matching stations, and are limited if no station matches', () => {
    const random = randomFrom(7);
    const world = new World(
      Array.from({ length: 3000 }, () => ({
        lat: chicago.lat + (random() - 0.5) * 0.4,
        lng: chicago.lng + (random() - 0.5) * 0.4,
      })),
    );
    const isTenth = ({ id }: StationSummary) => id.endsWith('0');
    const { found } = world.search(chicago, isTenth);
    const nearest = world.nearest(chicago, isTenth);
    expect(found.map(({ metres }) => Math.round(metres))).toEqual(nearest.map(Math.round));
    expect(world.search(chicago, () => false).read.length).toBeLessThanOrEqual(64);
  });

  it('include no larger tiles while a tile has no answer', () => {
    const world = new World([{ lat: 41.9, lng: -87.6 }]);
    const [broken] = tilesAround(chicago.lat, chicago.lng, nearbyZoom);
    const read = (tile: Tile) =>
      broken && key(tile) === key(broken) ? undefined : world.answer(tile);
    expect(nearbyTiles(chicago, read)).toHaveLength(4);
  });
});
