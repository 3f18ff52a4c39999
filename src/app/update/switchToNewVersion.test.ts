// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { switchToNewVersion } from './switchToNewVersion.ts';

fakeNetwork();

const messages: unknown[] = [];

/** Fakes a service worker that records the message to take over. */
class FakeWorker extends EventTarget {
  postMessage(message: unknown): void {
    messages.push(message);
    container.dispatchEvent(new Event('controllerchange'));
  }
}

/** Fakes a service worker that completes its installation as soon as code listens to its events. */
class InstallingWorker extends FakeWorker {
  override addEventListener(...listening: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...listening);
    queueMicrotask(() => {
      if (registration) registration.waiting = this;
      this.dispatchEvent(new Event('statechange'));
    });
  }
}

class FakeRegistration {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  unregister = vi.fn<() => Promise<boolean>>(async () => true);
  /** Fakes the check for a new version on the server. */
  update = vi.fn<() => Promise<void>>(async () => undefined);
}

let registration: FakeRegistration | undefined;
const container = Object.assign(new EventTarget(), { getRegistration: async () => registration });

beforeEach(() => {
  messages.length = 0;
  registration = new FakeRegistration();
  vi.stubGlobal('navigator', { serviceWorker: container });
  network.use(http.get(paths.health, () => HttpResponse.json({ ok: true })));
  return () => vi.unstubAllGlobals();
});

test('the waiting version takes over', async () => {
  if (registration) registration.waiting = new FakeWorker();
  expect(await switchToNewVersion()).toBe('taken');
  expect(messages).toEqual([{ type: 'SKIP_WAITING' }]);
  expect(registration?.unregister).not.toHaveBeenCalled();
});

test('a newer version on the server is installed and takes over', async () => {
  registration?.update.mockImplementation(async () => {
    if (registration) registration.installing = new InstallingWorker();
  });
  expect(await switchToNewVersion()).toBe('taken');
  expect(messages).toEqual([{ type: 'SKIP_WAITING' }]);
});

test('while another tab pays, the old service worker stays, and this page loads from the network', async () => {
  if (registration) registration.waiting = new FakeWorker();
  const request = async (_name: string, _how: object, work: (lock: null) => void) => work(null);
  vi.stubGlobal('navigator', { serviceWorker: container, locks: { request } });
  expect(await switchToNewVersion()).toBe('taken');
  expect(messages).toEqual([]);
  expect(registration?.unregister).toHaveBeenCalledOnce();
});

test.each([
  ['the server has no other version', async () => undefined],
  ['the new version does not work', () => Promise.reject(new TypeError('bad script'))],
])('if %s, the page loads from the network', async (_what, update) => {
  registration?.update.mockImplementation(update);
  expect(await switchToNewVersion()).toBe('taken');
  expect(messages).toEqual([]);
  expect(registration?.unregister).toHaveBeenCalledOnce();
});

test('if the server does not answer, nothing changes', async () => {
  network.use(http.get(paths.health, () => HttpResponse.error()));
  expect(await switchToNewVersion()).toBe('unreached');
  expect(registration?.update).not.toHaveBeenCalled();
  expect(registration?.unregister).not.toHaveBeenCalled();
});

test('without a service worker, the page loads again', async () => {
  registration = undefined;
  expect(await switchToNewVersion()).toBe('taken');
});
