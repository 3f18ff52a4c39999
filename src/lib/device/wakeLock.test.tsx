import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWakeLock, wakeInTap } from './wakeLock.ts';

const release = vi.fn<() => Promise<void>>();
const request = vi.fn<(type: 'screen') => Promise<{ release: typeof release }>>();

beforeEach(() => {
  release.mockReset().mockResolvedValue();
  request.mockReset().mockResolvedValue({ release });
  vi.stubGlobal('navigator', Object.create(navigator, { wakeLock: { value: { request } } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

const settle = () => act(async () => {});

function setVisibility(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
}

test('the screen stays awake while the lock is active, and the lock is requested again when the page becomes visible again', async () => {
  const { rerender } = renderHook(({ active }) => useWakeLock(active), {
    initialProps: { active: true },
  });
  await settle();
  expect(request).toHaveBeenCalledTimes(1);
  setVisibility('hidden');
  await settle();
  expect(request).toHaveBeenCalledTimes(1);
  setVisibility('visible');
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  rerender({ active: false });
  await settle();
  expect(release).toHaveBeenCalledTimes(1);
});

test('if the browser requires a tap, the next tap requests the lock again', async () => {
  request.mockRejectedValueOnce(new DOMException('no tap', 'NotAllowedError'));
  renderHook(() => useWakeLock(true));
  await settle();
  expect(request).toHaveBeenCalledTimes(1);
  fireEvent.click(document.body);
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  fireEvent.click(document.body);
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
});

test('a lock that a tap requests is acquired at once and released after some time', async () => {
  vi.useFakeTimers();
  wakeInTap();
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(release).toHaveBeenCalledTimes(1);
});

test('nothing happens in a browser without wake locks', async () => {
  vi.stubGlobal('navigator', {});
  renderHook(() => useWakeLock(true));
  wakeInTap();
  await settle();
  expect(request).not.toHaveBeenCalled();
});
