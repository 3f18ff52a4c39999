import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every, usePolling } from './heartbeat.ts';

let visibility: DocumentVisibilityState = 'visible';
const ends: (() => void)[] = [];

/** Starts calls, which end after the test. Returns the times of the calls in milliseconds. */
function record(intervalMs: number): number[] {
  const times: number[] = [];
  ends.push(every(intervalMs, () => times.push(Math.round(performance.now()))));
  return times;
}

function setVisibility(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  visibility = 'visible';
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('calls that start at different times run at the same moments, with one timer', () => {
  const start = performance.now();
  const seconds = record(1000);
  vi.advanceTimersByTime(300);
  const polls = record(2000);
  vi.advanceTimersByTime(700);
  record(5000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(3000);
  expect(seconds).toHaveLength(4);
  expect(polls).toHaveLength(2);
  expect(seconds).toEqual(expect.arrayContaining(polls));
  expect(performance.now() - start).toBe(4000);
});

test('a hidden page has no timer, and a page that becomes visible runs each call at once', () => {
  const seconds = record(1000);
  const minutes = record(60_000);
  setVisibility('hidden');
  expect(vi.getTimerCount()).toBe(0);
  const late = record(1000);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(5000);
  setVisibility('visible');
  expect([seconds, minutes, late].map(({ length }) => length)).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(1000);
  expect([seconds, minutes, late].map(({ length }) => length)).toEqual([2, 1, 2]);
});

test('the timer ends with the last call', () => {
  const seconds: number[] = [];
  const end = every(1000, () => seconds.push(performance.now()));
  end();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(2000);
  expect(seconds).toEqual([]);
});

test('nothing is polled while the interval is zero', () => {
  const refetch = vi.fn<() => void>();
  const { rerender, unmount } = renderHook(({ ms }) => usePolling(ms, refetch), {
    initialProps: { ms: 0 },
  });
  vi.advanceTimersByTime(60_000);
  expect(refetch).not.toHaveBeenCalled();
  rerender({ ms: 20_000 });
  vi.advanceTimersByTime(20_000);
  expect(refetch).toHaveBeenCalledTimes(1);
  unmount();
  vi.advanceTimersByTime(60_000);
  expect(refetch).toHaveBeenCalledTimes(1);
});
