import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../testing/fakeCaches.ts';
import { storePrivate, readPrivate } from './privateCache.ts';
import { forgetSessionId, storeSessionId } from './session.ts';

beforeEach(() => fakeCaches());
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSessionId();
});

function storeEntry(key: string, session: string, most = 2): Promise<void> {
  storeSessionId(session);
  return storePrivate('private-orders', key, new Response(key), { session, most });
}
const read = async (key: string, session: string | null) =>
  (await readPrivate('private-orders', key, session))?.text();

test('the session that stored the entries can read the newest entries, up to the limit', async () => {
  for (const key of ['/1', '/2', '/3']) await storeEntry(key, 'of-ana');
  expect(await read('/1', 'of-ana')).toBeUndefined();
  expect(await read('/2', 'of-ana')).toBe('/2');
  expect(await read('/3', 'of-ana')).toBe('/3');
});

test.each(['of-ben', null])(
  'entries of another session are deleted unread: %s',
  async (session) => {
    await storeEntry('/1', 'of-ana');
    expect(await read('/1', session)).toBeUndefined();
    expect(await caches.keys()).toEqual([]);
  },
);

test('the stored data does not reveal the session', async () => {
  await storeEntry('/1', 'session-0123456789');
  const stored = await (await caches.open('private-orders')).match('/1');
  expect(JSON.stringify([...(stored?.headers ?? [])])).not.toContain('session-0123456789');
});

test('a logout while an entry is written leaves nothing behind', async () => {
  const writing = storeEntry('/1', 'of-ana');
  forgetSessionId();
  await writing;
  expect(await caches.keys()).toEqual([]);
});

test('an entry that is stored after its session has ended does not affect the entries of the next session', async () => {
  await storeEntry('/1', 'of-ben');
  await storePrivate('private-orders', '/2', new Response(''), { session: 'of-ana', most: 2 });
  expect(await read('/1', 'of-ben')).toBe('/1');
  expect(await read('/2', 'of-ben')).toBeUndefined();
});
