import { expect, test } from 'vitest';
import { distanceMetres, formatDistance, walkingMinutes } from './geo.ts';

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

test.each([
  [224, '220 m', '220 meters', '220\u00A0米', '220 metros'],
  [1_449, '1.4 km', '1.4 kilometers', '1.4\u00A0公里', '1.4 kilómetros'],
  [12_300, '12 km', '12 kilometers', '12\u00A0公里', '12 kilómetros'],
])('%d metres are formatted', (metres, short, en, zh, es) => {
  expect(formatDistance(metres, 'en')).toBe(short);
  expect(formatDistance(metres, 'en', 'long')).toBe(en);
  expect(formatDistance(metres, 'zh-CN', 'long')).toBe(zh);
  expect(formatDistance(metres, 'es', 'long')).toBe(es);
});
