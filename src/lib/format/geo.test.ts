import { expect, test } from 'vitest';
import { formatDistance } from './geo.ts';

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
