import { expect, test } from 'vitest';
import { formatMonth } from './formatMonth.ts';

test.each([
  ['en', 'November 2026'],
  ['es', 'Noviembre de 2026'],
  ['zh-CN', '2026年11月'],
])('a month is formatted as a heading: %s', (language, text) => {
  expect(formatMonth('2026-11-15T12:00:00Z', language)).toBe(text);
});
