// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '../../testing/fakeNetwork.ts';
import { prefetchStations } from './prefetchStations.ts';
import { createStore } from '../state/store.ts';

fakeNetwork();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('the app sends the message to the service worker again after a failed attempt', async () => {
  const postMessage = vi.fn<(message: unknown) => void>();
  postMessage.mockImplementationOnce(() => {
    throw new TypeError('gone');
  });
  const serviceWorker = { ready: Promise.resolve({ active: { postMessage } }) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }));

  prefetchStations(createStore());
  await vi.advanceTimersByTimeAsync(3000);
  expect(postMessage).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledTimes(2));
});
