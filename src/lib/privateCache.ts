/**
 * Caches that hold what only its owner may see. Their names begin with `private`, so that they end
 * with the session.
 */
export type PrivateCacheName = 'private-orders' | 'private-documents';

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

export async function readPrivate(name: PrivateCacheName, key: string): Promise<Response | null> {
  const cache = await open(name);
  return (await cache?.match(key)) ?? null;
}

/** Keeps an answer, and of all that is kept there only the last `most`. */
export async function keepPrivate(
  name: PrivateCacheName,
  key: string,
  answer: Response,
  most: number,
): Promise<void> {
  const cache = await open(name);
  if (cache === null) return;
  try {
    await cache.put(key, answer);
    // In the order in which they were put.
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((old) => cache.delete(old)));
  } catch (error) {
    // The device is full: it is shown now, and cannot be shown later.
    if (!(error instanceof DOMException)) throw error;
  }
}
