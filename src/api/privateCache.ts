import { readSessionId } from './session.ts';

/**
 * Caches that hold what only its owner may see. Their names begin with `private`, so that they end
 * with the session.
 */
export type PrivateCacheName = 'private-orders' | 'private-documents' | 'private-answers';

/** Null where the browser has no caches, or refuses them, as in some private modes. */
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

/** Tells one session from another, and nothing of it: FNV-1a, 32 bits. */
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
    // What the browser keeps is broken.
    if (!(error instanceof DOMException)) throw error;
  }
  return null;
}

/** What the same session kept; what another one left behind, cut off while it ended, goes. */
export async function readPrivate(
  name: PrivateCacheName,
  key: string,
  session: string | null,
): Promise<Response | null> {
  // A guest has nothing here; to look would leave an empty cache behind.
  if (session === null) return forget(name);
  const cache = await open(name);
  try {
    const kept = await cache?.match(key);
    if (kept === undefined) return null;
    if (kept.headers.get(ownerHeader) === tagOf(session)) return kept;
    await caches.delete(name);
  } catch (error) {
    // What the browser keeps is broken.
    if (!(error instanceof DOMException)) throw error;
  }
  return null;
}

/**
 * Keeps what was asked in a session, and of all that is kept there only the last `most`. Whoever has logged
 * out meanwhile leaves nothing behind.
 */
export async function keepPrivate(
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
    // In the order in which they were put.
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((old) => cache.delete(old)));
  } catch (error) {
    // The device is full: it is shown now, and cannot be shown later.
    if (!(error instanceof DOMException)) throw error;
  }
  // They did while it was written, and it may have come after what they had was dropped.
  if (session !== readSessionId()) await forget(name);
}
