import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionNumber } from '../../testing/positionNumber.ts';
import { maxZoom, pointOf, positionRange, tileOf } from './tiles.ts';

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });

test('at every zoom, a position number is in the range of its tile and not in a neighbouring tile', () => {
  fc.assert(
    fc.property(lat, lng, fc.integer({ min: 1, max: maxZoom }), (north, east, z) => {
      const number = positionNumber(north, east);
      const tile = tileOf(north, east, z);
      const { from, until } = positionRange(tile);
      expect(number).toBeGreaterThanOrEqual(from);
      expect(number).toBeLessThan(until);
      const beside = positionRange({ ...tile, x: (tile.x + 1) % 2 ** z });
      expect(number >= beside.from && number < beside.until).toBe(false);
    }),
  );
});

test('the tiles of a zoom cover the world without overlap', () => {
  const ranges = Array.from({ length: 64 }, (_, index) =>
    positionRange({ z: 3, x: index % 8, y: Math.floor(index / 8) }),
  ).sort((a, b) => a.from - b.from);
  expect(ranges[0]?.from).toBe(0);
  expect(ranges.at(-1)?.until).toBe(2 ** 52);
  for (const [index, { from }] of ranges.entries()) {
    if (index > 0) expect(from).toBe(ranges[index - 1]?.until);
  }
});

test('a position number decodes to a point less than half a metre from the position', () => {
  fc.assert(
    fc.property(fc.double({ min: -85, max: 85, noNaN: true }), lng, (north, east) => {
      const point = pointOf(positionNumber(north, east));
      expect(Math.abs(point.lat - north)).toBeLessThan(3e-6);
      expect(Math.abs(point.lng - east)).toBeLessThan(3e-6);
    }),
  );
});
