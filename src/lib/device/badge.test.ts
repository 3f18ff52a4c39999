import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showBadge } from './badge.ts';

const setAppBadge = vi.fn<(count?: number) => Promise<void>>();
const clearAppBadge = vi.fn<() => Promise<void>>();

beforeEach(() => {
  setAppBadge.mockReset().mockResolvedValue();
  clearAppBadge.mockReset().mockResolvedValue();
});
afterEach(() => vi.unstubAllGlobals());

const stub = (given: object) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), given));

test('the app icon shows the count as a badge, and shows no badge for zero', () => {
  stub({ setAppBadge, clearAppBadge });
  showBadge(3);
  expect(setAppBadge.mock.calls).toEqual([[3]]);
  expect(clearAppBadge).not.toHaveBeenCalled();
  showBadge(0);
  expect(setAppBadge).toHaveBeenCalledTimes(1);
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
});

test('if the browser refuses a badge because the app is not installed, no error is thrown', async () => {
  const refused = vi.fn<() => Promise<never>>(() =>
    Promise.reject(new DOMException('not installed', 'NotAllowedError')),
  );
  stub({ setAppBadge: refused, clearAppBadge: refused });
  showBadge(1);
  showBadge(0);
  // An unhandled rejection would make this test fail.
  await Promise.resolve();
  expect(refused).toHaveBeenCalledTimes(2);
});

test('nothing happens in a browser without badges', () => {
  expect('setAppBadge' in navigator).toBe(false);
  expect(() => showBadge(2)).not.toThrow();
});
