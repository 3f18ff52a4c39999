import { afterEach, expect, test, vi } from 'vitest';
import { networkIdle } from './networkIdle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A line, and how something comes down it. */
function openLine(): () => void {
  const told: (() => void)[] = [];
  class Line {
    constructor(tell: () => void) {
      told.push(tell);
    }
    observe() {}
    disconnect() {
      told.length = 0;
    }
  }
  vi.stubGlobal('PerformanceObserver', Line);
  return () => {
    for (const tell of told) tell();
  };
}

/** After how many milliseconds it was taken for quiet, where something comes each so many. */
async function quietAfter(everyMs: number, times: number): Promise<number> {
  vi.useFakeTimers();
  const come = openLine();
  const began = Date.now();
  let quietAt = 0;
  void networkIdle().then(() => {
    quietAt = Date.now();
  });
  for (let i = 0; i < times; i++) {
    await vi.advanceTimersByTimeAsync(everyMs);
    come();
  }
  await vi.advanceTimersByTimeAsync(10_000);
  return quietAt - began;
}

test.each([
  ['nothing comes', 0, 0, 300],
  ['something comes twice', 200, 2, 700],
  ['something comes all the time', 200, 40, 3000],
])('a line is quiet a moment after the last, and not waited for too long: %s', async (...given) => {
  const [, everyMs, times, after] = given;
  expect(await quietAfter(everyMs, times)).toBe(after);
});
