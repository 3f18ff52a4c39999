import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNowUntil } from './useNowUntil.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

test('the clock runs until its end, and starts again for a later end', () => {
  const begun = Date.now();
  const { result, rerender } = renderHook(({ until }) => useNowUntil(until, 1000) - begun, {
    initialProps: { until: begun + 3000 },
  });
  pass(2000);
  expect(result.current).toBeGreaterThan(1000);
  expect(result.current).toBeLessThan(3000);
  pass(2000);
  expect(result.current).toBeGreaterThanOrEqual(3000);
  expect(vi.getTimerCount()).toBe(0);

  // With a later end, the clock shows the current time at once.
  pass(60_000);
  rerender({ until: begun + 70_000 });
  expect(result.current).toBe(64_000);
  expect(vi.getTimerCount()).toBe(1);
});
