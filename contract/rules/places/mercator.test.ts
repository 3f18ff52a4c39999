import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestCopy, pointAt, worldPixel } from './mercator.ts';
import { maxZoom, minZoom } from './tiles.ts';

test('pointAt is the inverse function of worldPixel', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: minZoom, max: maxZoom }),
      (lat, lng, zoom) => {
        const point = pointAt(worldPixel({ lat, lng }, zoom), zoom);
        expect(point.lat).toBeCloseTo(lat, 8);
        expect(point.lng).toBeCloseTo(lng, 8);
      },
    ),
  );
});

test('at zoom 0, the world map is one tile, which begins at the origin', () => {
  const corner = worldPixel({ lat: 90, lng: -180 }, 0);
  expect(corner.x).toBeCloseTo(0, 8);
  expect(corner.y).toBeCloseTo(0, 8);
  const opposite = worldPixel({ lat: -90, lng: 180 }, 0);
  expect(opposite.x).toBeCloseTo(256, 8);
  expect(opposite.y).toBeCloseTo(256, 8);
});

test('beyond the date line, a longitude changes to the copy of the world in view', () => {
  expect(nearestCopy(-179, 180)).toBe(181);
  expect(nearestCopy(179, -180)).toBe(-181);
  expect(nearestCopy(10, 20)).toBe(10);
});
