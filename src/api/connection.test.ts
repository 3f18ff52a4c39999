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
  it('is lost where nothing comes through for a while, and back with the first answer', () => {
    reportUnreached();
    vi.advanceTimersByTime(1000);
    expect(currentConnection()).toBe('online');
    reportUnreached();
    vi.advanceTimersByTime(1000);
    expect(currentConnection()).toBe('offline');
    reportReached();
    expect(changes).toEqual(['offline', 'online']);
  });

  it('stays where one request fails and another comes through', () => {
    for (let i = 0; i < 50; i++) {
      reportUnreached();
      vi.advanceTimersByTime(1400);
      reportReached();
    }
    vi.advanceTimersByTime(10_000);
    expect(changes).toEqual([]);
  });

  it('is lost at once with what was to change something', () => {
    reportUnreached();
    reportLost();
    vi.advanceTimersByTime(10_000);
    expect(changes).toEqual(['offline']);
  });
});
