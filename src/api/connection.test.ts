import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  currentConnection,
  reportLost,
  reportReached,
  reportUnreached,
  watchConnection,
} from './connection.ts';

let changes: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  reportReached();
  changes = [];
  const unwatch = watchConnection((connection) => changes.push(connection));
  return () => {
    unwatch();
    reportReached();
    vi.useRealTimers();
  };
});

describe('the connection', () => {
  it('is offline after a while without any answer, and online with the first answer', () => {
    reportUnreached();
    vi.advanceTimersByTime(1000);
    expect(currentConnection()).toBe('online');
    reportUnreached();
    vi.advanceTimersByTime(1000);
    expect(currentConnection()).toBe('offline');
    reportReached();
    expect(changes).toEqual(['offline', 'online']);
  });

  it('stays online if one request fails and another request succeeds', () => {
    for (let i = 0; i < 50; i++) {
      reportUnreached();
      vi.advanceTimersByTime(1400);
      reportReached();
    }
    vi.advanceTimersByTime(10_000);
    expect(changes).toEqual([]);
  });

  it('is offline at once if a write fails', () => {
    reportUnreached();
    reportLost();
    vi.advanceTimersByTime(10_000);
    expect(changes).toEqual(['offline']);
  });
});
