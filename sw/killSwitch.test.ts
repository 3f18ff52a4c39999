import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { obeyKillSwitch } from './killSwitch.ts';

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
  obeyKillSwitch();
});
afterEach(() => vi.unstubAllGlobals());

const answers = (off: unknown) => ask.mockImplementation(async () => Response.json({ off }));

/** Resolves once all is done that the worker asked the browser to wait for. */
async function activate(): Promise<void> {
  const waits: unknown[] = [];
  worker.handlers.get('activate')?.({ waitUntil: (work: unknown) => waits.push(work) });
  await Promise.all(waits);
}

/** Whether the other handlers of the worker get to answer. */
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

test('a worker that is on asks with the first page that it opens, and answers all', async () => {
  answers(false);
  expect(await request('cors')).toBe(true);
  expect(ask).not.toHaveBeenCalled();
  for (const mode of ['navigate', 'cors', 'navigate']) expect(await request(mode)).toBe(true);
  expect(ask).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith('/sw-off.json', { cache: 'no-store' });
  expect(worker.registration.unregister).not.toHaveBeenCalled();
});

test('switched off, it goes with its caches, and leaves the open page to the network', async () => {
  answers(true);
  expect(await request('navigate')).toBe(true);
  expect(worker.registration.unregister).toHaveBeenCalledOnce();
  expect(dropped).toEqual(['workbox-precache-v2', 'texts']);
  expect(await request('cors')).toBe(false);
  expect(await request('navigate')).toBe(false);
});

test('told by a page, it goes without asking, and keeps nothing more', async () => {
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

test('it asks as soon as it is activated, too', async () => {
  answers(true);
  await activate();
  expect(worker.registration.unregister).toHaveBeenCalledOnce();
});

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ["a portal's page", async () => new Response('<h1>Sign in</h1>')],
  ['another word', async () => Response.json({ off: 1 })],
])('%s switches nothing off', async (_what, answer) => {
  ask.mockImplementation(answer);
  await activate();
  expect(await request('navigate')).toBe(true);
  expect(worker.registration.unregister).not.toHaveBeenCalled();
  expect(dropped).toEqual([]);
});
