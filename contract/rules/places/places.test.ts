import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxZoom, placeOf, placePosition, placeRange, tileOf } from './tiles.ts';

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });

test('a position number is in the range of its tile at every zoom, and in no neighbouring tile', () => {
  fc.assert(
    fc.property(lat, lng, fc.integer({ min: 1, max: maxZoom }), (north, east, z) => {
      const place = placeOf(north, east);
      const tile = tileOf(north, east, z);
      const { from, until } = placeRange(tile);
      expect(place).toBeGreaterThanOrEqual(from);
      expect(place).toBeLessThan(until);
      const beside = placeRange({ ...tile, x: (tile.x + 1) % 2 ** z });
      expect(place >= beside.from && place < beside.until).toBe(false);
    }),
  );
});

test('the tiles of a zoom cover the world without overlap', () => {
  const ranges = Array.from({ length: 64 }, (_, index) =>
    placeRange({ z: 3, x: index % 8, y: Math.floor(index / 8) }),
  ).sort((a, b) => a.from - b.from);
  expect(ranges[0]?.from).toBe(0);
  expect(ranges.at(-1)?.until).toBe(2 ** 52);
  for (const [index, { from }] of ranges.entries()) {
    if (index > 0) expect(from).toBe(ranges[index - 1]?.until);
  }
});

test('a position number decodes to within half a metre of the position', () => {
  fc.assert(
    fc.property(fc.double({ min: -85, max: 85, noNaN: true }), lng, (north, east) => {
      const position = placePosition(placeOf(north, east));
      expect(Math.abs(position.lat - north)).toBeLessThan(3e-6);
      expect(Math.abs(position.lng - east)).toBeLessThan(3e-6);
    }),
  );
});
