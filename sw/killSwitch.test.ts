import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkKillSwitch } from './killSwitch.ts';

const ask = vi.fn<() => Promise<Response>>();
const dropped: string[] = [];
const worker = {
  handlers: new Map<string, (event: object) => void>(),
  addEventListener(type: string, handler: (event: object) => void) {
    worker.handlers.set(type, handler);
  },
  registration: { unregister: vi.fn<() => Promise<boolean>>() },
};

beforeEach(() => {
  dropped.length = 0;
  ask.mockReset();
  worker.registration.unregister.mockReset().mockResolvedValue(true);
  vi.stubGlobal('self', worker);
  vi.stubGlobal('fetch', ask);
  vi.stubGlobal('caches', {
    keys: async () => ['workbox-precache-v2', 'texts', 'private-orders'],
    delete: async (name: string) => dropped.push(name),
  });
  checkKillSwitch();
});
afterEach(() => vi.unstubAllGlobals());

const answers = (off: unknown) => ask.mockImplementation(async () => Response.json({ off }));

/**
 * Activates the service worker. Resolves when all promises that were passed to `waitUntil` are
 * done.
 */
async function activate(): Promise<void> {
  const waits: unknown[] = [];
  worker.handlers.get('activate')?.({ waitUntil: (work: unknown) => waits.push(work) });
  await Promise.all(waits);
}

/**
 * Sends a request. Resolves to true if the kill switch lets the other handlers of the service worker answer the
 * request.
 */
async function request(mode: string): Promise<boolean> {
  const waits: unknown[] = [];
  const stop = vi.fn<() => void>();
  worker.handlers.get('fetch')?.({
    request: { mode },
    handled: Promise.resolve(),
    waitUntil: (work: unknown) => waits.push(work),
    stopImmediatePropagation: stop,
  });
  await Promise.all(waits);
  return stop.mock.calls.length === 0;
}

test('a service worker that is switched on checks the switch with its first page, and answers all requests', async () => {
  answers(false);
  expect(await request('cors')).toBe(true);
  expect(ask).not.toHaveBeenCalled();
  for (const mode of ['navigate', 'cors', 'navigate']) expect(await request(mode)).toBe(true);
  expect(ask).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith('/sw-off.json', { cache: 'no-store' });
  expect(worker.registration.unregister).not.toHaveBeenCalled();
});

test('a service worker that is switched off removes itself and its caches, and the open page uses the network', async () => {
  answers(true);
  expect(await request('navigate')).toBe(true);
  expect(worker.registration.unregister).toHaveBeenCalledOnce();
  expect(dropped).toEqual(['workbox-precache-v2', 'texts']);
  expect(await request('cors')).toBe(false);
  expect(await request('navigate')).toBe(false);
});

test('a service worker that gets the message to end does not check the switch, and caches nothing more', async () => {
  const waits: unknown[] = [];
  worker.handlers.get('message')?.({
    data: { type: 'END' },
    waitUntil: (work: unknown) => waits.push(work),
  });
  await Promise.all(waits);
  expect(dropped).toEqual(['workbox-precache-v2', 'texts']);
  expect(ask).not.toHaveBeenCalled();
  expect(await request('cors')).toBe(false);
  await expect(caches.open('texts')).rejects.toThrow('This worker has ended.');
});

test('a service worker also checks the switch when it is activated', async () => {
  answers(true);
  await activate();
  expect(worker.registration.unregister).toHaveBeenCalledOnce();
});

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the page of a captive portal', async () => new Response('<h1>Sign in</h1>')],
  ['an invalid value', async () => Response.json({ off: 1 })],
])('%s does not switch the service worker off', async (_what, answer) => {
  ask.mockImplementation(answer);
  await activate();
  expect(await request('navigate')).toBe(true);
  expect(worker.registration.unregister).not.toHaveBeenCalled();
  expect(dropped).toEqual([]);
});
