import { describe, expect, it } from 'vitest';
import { nearbyZoom, tileBounds, tileOf, tilesAround } from '../../../contract/rules/tiles.ts';
import type { Tile } from '../../../contract/rules/tiles.ts';
import type { StationTile } from '../../../contract/stations.ts';
import { station } from '../../testing/rider.ts';
import { nearbyTiles, nearestStations, returnPlaces, viewTiles } from './nearby.ts';
import type { ReadTile } from './nearby.ts';

const chicago = { lat: 41.8781, lng: -87.6298 };
const at = '2026-11-20T12:00:00.000Z';
const empty = (tile: Tile): StationTile => ({ ...tile, at, stations: [], clusters: [] });
const counted = (tile: Tile): StationTile => ({
  ...empty(tile),
  clusters: [{ ...chicago, stations: 300, chargers: 900, freeSlots: 1500 }],
});
const zoomsOf = (read: ReadTile) => [...new Set(nearbyTiles(chicago, read).map(({ z }) => z))];

describe('the tiles of a list', () => {
  it('are four round the nearest corner, the own one first', () => {
    const tiles = tilesAround(chicago.lat, chicago.lng, nearbyZoom);
    expect(tiles).toHaveLength(4);
    expect(tiles[0]).toEqual(tileOf(chicago.lat, chicago.lng, nearbyZoom));
    for (const { x, y } of tiles) {
      expect(Math.abs(x - (tiles[0]?.x ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs(y - (tiles[0]?.y ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  it('wrap round the date line and end at the poles', () => {
    expect(tilesAround(0, -179.999, 3).map(({ x }) => x)).toContain(7);
    expect(tilesAround(85, 0, 0)).toEqual([{ z: 0, x: 0, y: 0 }]);
  });

  it('are asked for at once, without knowing anything', () => {
    expect(zoomsOf(() => undefined)).toEqual([nearbyZoom]);
  });

  it('become finer where stations are so many that they come counted', () => {
    expect(zoomsOf((tile) => (tile.z < 16 ? counted(tile) : empty(tile)))).toEqual([16]);
  });

  it('become coarser where there are none, and end at the whole region', () => {
    const some = (tile: Tile) => ({ ...empty(tile), stations: [{ ...station, ...chicago }] });
    expect(zoomsOf((tile) => (tile.z > 9 ? empty(tile) : some(tile)))).toEqual([9]);
    expect(zoomsOf(empty)).toEqual([3]);
  });
});

describe('the tiles of a view', () => {
  const bounds = tileBounds(tileOf(chicago.lat, chicago.lng, 15));

  it('are few, and the same for neighbouring views', () => {
    expect(viewTiles(bounds, 15, () => undefined).map(({ z }) => z)).toContain(nearbyZoom);
    expect(viewTiles(bounds, 15, () => undefined).length).toBeLessThanOrEqual(4);
  });

  it('are quartered where they come counted, down to what the view can tell apart', () => {
    const zooms = viewTiles(bounds, 15, counted).map(({ z }) => z);
    expect(Math.min(...zooms)).toBeGreaterThan(nearbyZoom);
    expect(Math.max(...zooms)).toBeLessThanOrEqual(15);
  });
});

describe('the order of a list', () => {
  const place = (id: string, north: number, freeSlots: number, online = true) => ({
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
      place('far', 0.02, 3),
      place('full', 0.001, 0),
      place('near', 0.002, 1),
      place('off', 0, 4, false),
    ],
  };

  it('is how far it is', () => {
    const found = nearestStations([tile], chicago, 3);
    expect(found.map(({ id }) => id)).toEqual(['off', 'full', 'near']);
    expect(found[1]?.metres).toBeCloseTo(111, 0);
  });

  it('puts somewhere to return to before what is nearer', () => {
    const found = returnPlaces(nearestStations([tile], chicago, 20), 3);
    expect(found.map(({ id }) => id)).toEqual(['near', 'far', 'off']);
  });
});
