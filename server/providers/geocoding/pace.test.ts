import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls start in order, at most one per second, and too many waiting calls are refused at once', async () => {
  const pace = new Pace({ everyMs: 1_000, mostWaiting: 3 });
  const began: [string, number][] = [];
  const start = performance.now();
  const ask = (name: string) =>
    pace.run(async () => {
      began.push([name, performance.now() - start]);
    });
  const first = ask('a');
  await first;
  const more = [ask('b'), ask('c'), ask('d')];
  await expect(ask('e')).rejects.toMatchObject({ name: 'GeocoderError', retryAfter: 4 });
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(more);
  expect(began).toEqual([
    ['a', 0],
    ['b', 1_000],
    ['c', 2_000],
    ['d', 3_000],
  ]);

  // After a pause, the next call starts at once.
  await vi.advanceTimersByTimeAsync(1_500);
  await ask('f');
  expect(began.at(-1)).toEqual(['f', 4_500]);
});

test('a failed call does not block other calls', async () => {
  const pace = new Pace({ everyMs: 1_000, mostWaiting: 3 });
  await expect(pace.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const next = pace.run(async () => 'yes');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('yes');
});
