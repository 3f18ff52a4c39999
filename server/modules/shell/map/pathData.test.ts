import { expect, test } from 'vitest';
import { linesPath } from './pathData.ts';

const line = (...points: [x: number, y: number][]) => points.map(([x, y]) => ({ x, y }));

test('short lines are left out, unless they are parts of a long line', () => {
  const short = line([100, 100], [110, 100]);
  const halves = [line([0, 0], [15, 0]), line([15, 0], [30, 5])];
  expect(linesPath([short, ...halves])).toBe('M200 200h20M0 0h30l30 10');
  expect(linesPath([short, ...halves], 20)).toBe('M0 0h30l30 10');
  expect(linesPath([short], 20)).toBe('');
});
