import { afterEach, expect, test, vi } from 'vitest';
import { networkIdle } from './networkIdle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Fakes a performance observer. The returned function reports that the page has loaded a resource.
 */
function fakeObserver(): () => void {
  const callbacks: (() => void)[] = [];
  class Observer {
    constructor(callback: () => void) {
      callbacks.push(callback);
    }
    observe() {}
    disconnect() {
      callbacks.length = 0;
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return () => {
    for (const callback of callbacks) callback();
  };
}

/**
 * Returns the milliseconds until `networkIdle` resolves, if a resource loads every `everyMs`
 * milliseconds.
 */
async function idleAfter(everyMs: number, times: number): Promise<number> {
  vi.useFakeTimers();
  const load = fakeObserver();
  const began = Date.now();
  let idleAt = 0;
  void networkIdle().then(() => {
    idleAt = Date.now();
  });
  for (let i = 0; i < times; i++) {
    await vi.advanceTimersByTimeAsync(everyMs);
    load();
  }
  await vi.advanceTimersByTimeAsync(10_000);
  return idleAt - began;
}

test.each([
  ['no resource loads', 0, 0, 300],
  ['two resources load', 200, 2, 700],
  ['resources load all the time', 200, 40, 3000],
])(
  'the network is idle 300 ms after the last resource, or after the maximum wait: %s',
  async (...given) => {
    const [, everyMs, times, after] = given;
    expect(await idleAfter(everyMs, times)).toBe(after);
  },
);
