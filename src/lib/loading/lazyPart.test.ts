import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageCodeTimeoutMs } from '../constants.ts';
import { LazyPart, fetchFailed } from './lazyPart.ts';

const Part = () => null;
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
/** A time in milliseconds that is longer than all retries together. */
const allRetriesMs = 30_000;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('code that is loaded on demand', () => {
  it('a part fails after 120 seconds without an answer, and not before', async () => {
    const part = new LazyPart<object>(() => new Promise(() => {}));
    void part.fetch();
    await vi.advanceTimersByTimeAsync(119_999);
    expect(part.state.status).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(part.state.status).toBe('failed');
  });

  it('a part that failed to load is retried automatically, and reports the failed attempt during the retries', async () => {
    const load = vi.fn<() => Promise<typeof Part>>().mockImplementationOnce(failing);
    load.mockResolvedValue(Part);
    const part = new LazyPart(load);
    const seen: unknown[] = [];
    part.subscribe(() => seen.push(part.state));
    void part.fetch();
    await vi.advanceTimersByTimeAsync(500);
    expect(seen).toEqual([
      { status: 'loading', isMissed: false },
      { status: 'loading', isMissed: true },
      { status: 'ready', Part },
    ]);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('a second call waits until the code of the first call is loaded', async () => {
    let resolveLoad = (_part: typeof Part): void => {};
    const part = new LazyPart(
      () =>
        new Promise<typeof Part>((resolve) => {
          resolveLoad = resolve;
        }),
    );
    void part.fetch();
    const states: string[] = [];
    void part.fetch().then(() => states.push(part.state.status));
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual([]);
    resolveLoad(Part);
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual(['ready']);
  });

  it('code that arrives after the time-out is not used before the next attempt', async () => {
    let resolveLoad = (_part: typeof Part): void => {};
    const load = () =>
      new Promise<typeof Part>((resolve) => {
        resolveLoad = resolve;
      });
    const part = new LazyPart(load);
    void part.fetch();
    await vi.advanceTimersByTimeAsync(pageCodeTimeoutMs);
    resolveLoad(Part);
    await vi.advanceTimersByTimeAsync(0);
    expect(part.state.status).toBe('failed');
    void part.fetch();
    resolveLoad(Part);
    await vi.advanceTimersByTimeAsync(0);
    expect(part.state.status).toBe('ready');
  });

  it('a part is loaded again only if it failed, and not if it is loaded or unused', async () => {
    const loaded = vi.fn<() => Promise<typeof Part>>().mockResolvedValue(Part);
    const unused = vi.fn<() => Promise<typeof Part>>().mockResolvedValue(Part);
    const missing = vi.fn<() => Promise<typeof Part>>().mockImplementation(failing);
    const parts = [new LazyPart(loaded), new LazyPart(missing), new LazyPart(unused)];
    for (const part of parts.slice(0, 2)) void part.fetch();
    await vi.advanceTimersByTimeAsync(allRetriesMs);
    expect(parts.map(({ state }) => state.status)).toEqual(['ready', 'failed', 'idle']);

    missing.mockReset().mockResolvedValue(Part);
    fetchFailed();
    fetchFailed();
    await vi.advanceTimersByTimeAsync(0);
    expect(parts.map(({ state }) => state.status)).toEqual(['ready', 'ready', 'idle']);
    expect(missing).toHaveBeenCalledTimes(1);
    expect(loaded).toHaveBeenCalledTimes(1);
    expect(unused).not.toHaveBeenCalled();
  });
});
