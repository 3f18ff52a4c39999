import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportLost, reportReached } from '../../api/connection.ts';
import { retryWorkerInstall } from './retryWorkerInstall.ts';

const register = vi.fn<() => Promise<never>>(() =>
  Promise.reject(new TypeError('The file did not load')),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ off: false })));
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: new Promise(() => undefined),
      getRegistration: () => Promise.resolve(undefined),
      register,
    },
  });
});

afterEach(() => {
  reportReached();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  register.mockClear();
});

const minute = 60_000;

test('a failed installation is tried again five times within half an hour', async () => {
  retryWorkerInstall();
  await vi.advanceTimersByTimeAsync(30 * minute);
  expect(register).toHaveBeenCalledTimes(5);
  expect(vi.getTimerCount()).toBe(0);
});

test('without a network there is no timer, and the next attempt begins when the network is back', async () => {
  retryWorkerInstall();
  reportLost();
  await vi.advanceTimersByTimeAsync(minute);
  expect(vi.getTimerCount()).toBe(0);
  reportReached();
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledTimes(1);
});
