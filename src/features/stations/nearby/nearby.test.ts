import { describe, expect, it } from 'vitest';
import { nearbyZoom, tileBounds, tileOf } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary, StationTile } from '../../../../contract/stations.ts';
import { station } from '../../../testing/rider.ts';
import { nearestStations } from './nearby.ts';
import { returnPlaces } from './returnPlaces.ts';
import { viewTiles } from './viewTiles.ts';

const chicago = { lat: 41.8781, lng: -87.6298 };
const at = '2026-11-20T12:00:00.000Z';
const empty = (tile: Tile): StationTile => ({ ...tile, at, stations: [], clusters: [] });
const counted = (tile: Tile): StationTile => ({
  ...empty(tile),
  clusters: [{ ...chicago, stations: 300, chargers: 900, freeSlots: 1500 }],
});

describe('the tiles of a view', () => {
  const bounds = tileBounds(tileOf(chicago.lat, chicago.lng, 15));

  it('are few', () => {
    expect(viewTiles(bounds, 15, () => undefined).map(({ z }) => z)).toContain(nearbyZoom);
    expect(viewTiles(bounds, 15, () => undefined).length).toBeLessThanOrEqual(4);
  });

  it('are split into quarters if they contain clusters, down to the detail of the view', () => {
    const zooms = viewTiles(bounds, 15, counted).map(({ z }) => z);
    expect(Math.min(...zooms)).toBeGreaterThan(nearbyZoom);
    expect(Math.max(...zooms)).toBeLessThanOrEqual(15);
  });

  it('are split directly into small tiles in dense areas', () => {
    const crowd = (tile: Tile) => ({
      ...counted(tile),
      clusters: [{ ...chicago, stations: 200 * 4 ** 3, chargers: 0, freeSlots: 0 }],
    });
    const read = (tile: Tile) => (tile.z === nearbyZoom ? crowd(tile) : undefined);
    expect(new Set(viewTiles(bounds, 17, read).map(({ z }) => z))).toEqual(new Set([15]));
    expect(new Set(viewTiles(bounds, 14, read).map(({ z }) => z))).toEqual(new Set([14]));
  });
});

describe('the tiles of a view across the date line', () => {
  const columns = (west: number, east: number) =>
    viewTiles({ north: 1, south: -1, west, east }, 3, () => undefined).map(({ x }) => x);

  it('cover both sides of the date line, from either side of it', () => {
    expect(new Set(columns(170, 200))).toEqual(new Set([7, 0]));
    expect(new Set(columns(-200, -170))).toEqual(new Set([7, 0]));
  });

  it('contain each tile once if the view is larger than the globe', () => {
    const all = viewTiles({ north: 80, south: -80, west: -400, east: 500 }, 2, () => undefined);
    expect(all).toHaveLength(16);
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(16);
  });

  it('are split into quarters on both sides', () => {
    const dense = (tile: Tile) => (tile.z < 6 ? counted(tile) : empty(tile));
    const tiles = viewTiles({ north: 1, south: -1, west: 179, east: 181 }, 6, dense);
    expect(new Set(tiles.map(({ z, x }) => `${z} ${x}`))).toEqual(new Set(['6 63', '6 0']));
  });
});

describe('a list of stations', () => {
  const always = () => true;
  const makeStation = (id: string, north: number, freeSlots: number, online = true) => ({
    ...station,
    id,
    lat: chicago.lat + north,
    lng: chicago.lng,
    freeSlots,
    online,
  });
  const tile = {
    ...empty(tileOf(chicago.lat, chicago.lng, nearbyZoom)),
    stations: [
      makeStation('far', 0.02, 3),
      makeStation('full', 0.001, 0),
      makeStation('near', 0.002, 1),
      makeStation('off', 0, 4, false),
    ],
  };

  it('is sorted by distance', () => {
    const found = nearestStations([tile], chicago, 3, always);
    expect(found.map(({ id }) => id)).toEqual(['off', 'full', 'near']);
    expect(found[1]?.metres).toBeCloseTo(111, 0);
  });

  it('contains a station once, even if several tiles contain it', () => {
    expect(nearestStations([tile, { ...tile, z: 9 }], chicago, 20, always)).toHaveLength(4);
  });

  it('puts stations with a free slot before nearer stations', () => {
    const found = returnPlaces(nearestStations([tile], chicago, 20, always), 3, always);
    expect(found.map(({ id }) => id)).toEqual(['near', 'far', 'off']);
  });

  it('puts open stations before nearer stations, and only then shortens the list', () => {
    const isOpen = ({ id }: StationSummary) => id === 'far' || id === 'full';
    const found = nearestStations([tile], chicago, 3, isOpen);
    expect(found.map(({ id }) => id)).toEqual(['full', 'far', 'off']);
    const places = returnPlaces(nearestStations([tile], chicago, 20, isOpen), 3, isOpen);
    expect(places.map(({ id }) => id)).toEqual(['far', 'near', 'off']);
  });
});
