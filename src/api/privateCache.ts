import { readSessionId } from './session.ts';

/**
 * Caches with personal data. Each name begins with `private`, so the app deletes the cache when the
 * session ends.
 */
export type PrivateCacheName = 'private-orders' | 'private-documents' | 'private-answers';

/** Returns null if the browser has no caches or refuses them, as in some private modes. */
async function open(name: PrivateCacheName): Promise<Cache | null> {
  if (!('caches' in globalThis)) return null;
  try {
    return await caches.open(name);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

const ownerHeader = 'x-owner';

/**
 * A short hash of the session ID (FNV-1a, 32 bits). The hash differs between sessions and does not
 * reveal the session ID.
 */
function tagOf(session: string): string {
  let hash = 0x811c9dc5;
  for (const character of session) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}

async function forget(name: PrivateCacheName): Promise<null> {
  if (!('caches' in globalThis)) return null;
  try {
    await caches.delete(name);
  } catch (error) {
    // The cache storage of the browser is broken.
    if (!(error instanceof DOMException)) throw error;
  }
  return null;
}

/**
 * Reads an entry of this session. Deletes the whole cache if the entry belongs to another session. Such an entry
 * remains if the cleanup at the end of its session was interrupted.
 */
export async function readPrivate(
  name: PrivateCacheName,
  key: string,
  session: string | null,
): Promise<Response | null> {
  // Without a session, nothing may be read. Delete the cache and do not open it, because `open`
  // would create an empty cache.
  if (session === null) return forget(name);
  const cache = await open(name);
  try {
    const cached = await cache?.match(key);
    if (cached === undefined) return null;
    if (cached.headers.get(ownerHeader) === tagOf(session)) return cached;
    await caches.delete(name);
  } catch (error) {
    // The cache storage of the browser is broken.
    if (!(error instanceof DOMException)) throw error;
  }
  return null;
}

/**
 * Stores an entry of a session and deletes all but the newest `most` entries. Stores nothing if this session
 * has ended.
 */
export async function storePrivate(
  name: PrivateCacheName,
  key: string,
  answer: Response,
  { session, most }: { session: string | null; most: number },
): Promise<void> {
  if (session === null || session !== readSessionId()) return;
  const cache = await open(name);
  if (cache === null) return;
  const headers = new Headers(answer.headers);
  headers.set(ownerHeader, tagOf(session));
  try {
    await cache.put(key, new Response(answer.body, { headers }));
    // The keys are in the order in which they were stored.
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((old) => cache.delete(old)));
  } catch (error) {
    // The storage may be full. The data is shown now, but will not be available offline.
    if (!(error instanceof DOMException)) throw error;
  }
  // If the rider logged out during this write, the write may have ended after the cleanup of the session.
  if (session !== readSessionId()) await forget(name);
}
