import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointAt, worldPixel } from './mercator.ts';
import { maxZoom, minZoom } from './tiles.ts';

test('the point at the pixel of a point is this point', () => {
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

test('the map of the world has its north-west corner at the origin, and one tile at zoom 0', () => {
  const corner = worldPixel({ lat: 90, lng: -180 }, 0);
  expect(corner.x).toBeCloseTo(0, 8);
  expect(corner.y).toBeCloseTo(0, 8);
  const opposite = worldPixel({ lat: -90, lng: 180 }, 0);
  expect(opposite.x).toBeCloseTo(256, 8);
  expect(opposite.y).toBeCloseTo(256, 8);
});
