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

function turn(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
}

test('holds the screen while wanted, again once the page is seen again, and lets it go', async () => {
  const { rerender } = renderHook(({ active }) => useWakeLock(active), {
    initialProps: { active: true },
  });
  await settle();
  expect(request).toHaveBeenCalledTimes(1);
  turn('hidden');
  await settle();
  expect(request).toHaveBeenCalledTimes(1);
  turn('visible');
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  rerender({ active: false });
  await settle();
  expect(release).toHaveBeenCalledTimes(1);
});

test('where nothing was tapped yet, the next tap does', async () => {
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

test('a tap holds it at once, and not for ever', async () => {
  vi.useFakeTimers();
  wakeInTap();
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(release).toHaveBeenCalledTimes(1);
});

test('a browser without it is left alone', async () => {
  vi.stubGlobal('navigator', {});
  renderHook(() => useWakeLock(true));
  wakeInTap();
  await settle();
  expect(request).not.toHaveBeenCalled();
});
