import { expect, test } from 'vitest';
import { distanceMetres, walkingMinutes } from './distance.ts';

const loop = { lat: 41.8781, lng: -87.6298 };

test('the distance in metres is correct, even across the date line', () => {
  expect(distanceMetres(loop, loop)).toBe(0);
  // The Earth's mean radius gives this distance for one degree of latitude.
  expect(distanceMetres({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo(111_195, 0);
  // Across the date line, the two points are near each other.
  expect(distanceMetres({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(22_239, 0);
});

test('walking time is at least one minute', () => {
  expect(walkingMinutes(5)).toBe(1);
  expect(walkingMinutes(220)).toBe(3);
});
