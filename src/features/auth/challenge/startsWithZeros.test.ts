import { expect, it } from 'vitest';
import { startsWithZeros } from './startsWithZeros.ts';

it.each([
  [[0b1000_0000], 0, true],
  [[0b1000_0000], 1, false],
  [[0b0001_0000], 3, true],
  [[0b0001_0000], 4, false],
  [[0, 0b0000_0010], 14, true],
  [[0, 0b0000_0010], 15, false],
  [[0, 0b0000_0001], 16, false],
])('%j begins with %i zero bits: %s', (bytes, bits, expected) => {
  expect(startsWithZeros(Uint8Array.from(bytes), bits)).toBe(expected);
});
