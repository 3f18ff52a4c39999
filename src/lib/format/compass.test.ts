import { expect, test } from 'vitest';
import { bearingDegrees, compassPoint } from './compass.ts';

const loop = { lat: 41.8781, lng: -87.6298 };

test.each([
  ['north', { lat: 42, lng: -87.6298 }, 0, 'north'],
  ['due east, at first', { lat: 41.8781, lng: -87.6198 }, 90, 'east'],
  ['southwest', { lat: 41.8681, lng: -87.6432 }, 225, 'southWest'],
  ['west', { lat: 41.8781, lng: -87.7 }, 270, 'west'],
  ['just west of north', { lat: 42, lng: -87.631 }, 359.6, 'north'],
])('the bearing of a point is correct: %s', (_, to, bearing, point) => {
  const found = bearingDegrees(loop, to);
  expect(Math.abs(found - bearing)).toBeLessThan(0.5);
  expect(compassPoint(found)).toBe(point);
});

test('the bearing of a point across the date line is east', () => {
  expect(compassPoint(bearingDegrees({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 }))).toBe(
    'east',
  );
});
