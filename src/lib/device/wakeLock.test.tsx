import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWakeLock, wakeInTap } from './wakeLock.ts';

interface Lock {
  released: boolean;
  release: () => Promise<void>;
}

let locks: Lock[] = [];
const request = vi.fn<(type: 'screen') => Promise<Lock>>();
const held = () => locks.filter(({ released }) => !released).length;

beforeEach(() => {
  locks = [];
  request.mockReset().mockImplementation(async () => {
    const lock: Lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  });
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
  // The browser releases all locks of a hidden page.
  if (state === 'hidden') for (const lock of locks) lock.released = true;
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
  // While the page was hidden, the request got no lock, and a listener for the next tap was added. This tap must not
  // request another lock.
  fireEvent.click(document.body);
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  rerender({ active: false });
  await settle();
  expect(held()).toBe(0);
});

test('two requests at the same time leave no lock behind', async () => {
  const { unmount } = renderHook(() => useWakeLock(true));
  setVisibility('visible');
  await settle();
  unmount();
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  expect(held()).toBe(0);
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
  expect(held()).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(held()).toBe(0);
});

test('nothing happens in a browser without wake locks', async () => {
  vi.stubGlobal('navigator', {});
  renderHook(() => useWakeLock(true));
  wakeInTap();
  await settle();
  expect(request).not.toHaveBeenCalled();
});
