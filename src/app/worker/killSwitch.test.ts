// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { workerSwitchPath } from '../../../contract/paths.ts';
import { fakeCaches } from '../../testing/fakeCaches.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { endWorker, isWorkerOff } from './killSwitch.ts';

fakeNetwork();

test.each([
  ['off', HttpResponse.json({ off: true }), true],
  ['on', HttpResponse.json({ off: false }), false],
  ["a portal's page", HttpResponse.html('<h1>Sign in</h1>'), false],
  ['something else', HttpResponse.json({ off: 'true' }), false],
  ['nothing', HttpResponse.error(), false],
])('if the answer is %s, "switched off" is %s', async (_what, answer, expected) => {
  network.use(http.get(workerSwitchPath, () => answer));
  expect(await isWorkerOff()).toBe(expected);
});

test('the service worker is removed with its caches, but the cache of personal data stays', async () => {
  fakeCaches();
  const unregister = vi.fn<() => Promise<boolean>>(async () => true);
  const getRegistrations = async () => [{ unregister }];
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations } });
  for (const name of ['workbox-precache-v2', 'stations', 'private-orders']) await caches.open(name);
  await endWorker();
  expect(unregister).toHaveBeenCalledOnce();
  expect(await caches.keys()).toEqual(['private-orders']);
  vi.unstubAllGlobals();
});
