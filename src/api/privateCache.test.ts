import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../testing/fakeCaches.ts';
import { keepPrivate, readPrivate } from './privateCache.ts';

beforeEach(() => fakeCaches());
afterEach(() => vi.unstubAllGlobals());

const keep = (key: string, session: string, most = 2) =>
  keepPrivate('private-orders', key, new Response(key), { session, most });
const read = async (key: string, session: string | null) =>
  (await readPrivate('private-orders', key, session))?.text();

test('what was kept in a session is read in it, the last so many', async () => {
  for (const key of ['/1', '/2', '/3']) await keep(key, 'of-ana');
  expect(await read('/1', 'of-ana')).toBeUndefined();
  expect(await read('/2', 'of-ana')).toBe('/2');
  expect(await read('/3', 'of-ana')).toBe('/3');
});

test.each(['of-ben', null])(
  'what another session left behind goes, unread: %s',
  async (session) => {
    await keep('/1', 'of-ana');
    expect(await read('/1', session)).toBeUndefined();
    expect(await caches.keys()).toEqual([]);
  },
);

test('nothing tells of the session in which it was kept', async () => {
  await keep('/1', 'session-0123456789');
  const kept = await (await caches.open('private-orders')).match('/1');
  expect(JSON.stringify([...(kept?.headers ?? [])])).not.toContain('session-0123456789');
});
