import { ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { forEachLimited } from '../forEachLimited.ts';
import { CacheFirst } from './cacheFirst.ts';
import { isText, keepText } from './texts.ts';
import { onlyCacheable } from './cacheable.ts';

/** So many are fetched beforehand at once. */
const together = 2;

const lateCode = new CacheFirst({
  cacheName: 'late-code',
  plugins: [
    onlyCacheable(200),
    // Those of two builds: a tab that stays open over an update still opens the pages of its own.
    new ExpirationPlugin({ maxEntries: 160, purgeOnQuotaError: true }),
  ],
});

/**
 * Code that no page needs to start, and most visits never do: the outline of the world, the decoder
 * beside the camera, the drawing of receipts, the numbering plans of a login and the painter of streets
 * that no network can bring about, and the pages that do nothing without the network.
 * Kept once it was used; its names are hashed, so that a kept one is never stale.
 */
export function cacheLateCode(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    lateCode,
  );
}

/** The pages that need the network lie apart in the build: see scripts/build/chunks.ts. */
export const isOnlinePage = ({ url }: PrecacheEntry) => url.startsWith('assets/online/');

/**
 * Fetches the pages that need the network, then the texts of the other languages, unless they are here.
 * Ends with the first that does not come.
 */
export async function warm(event: ExtendableEvent, files: readonly PrecacheEntry[]): Promise<void> {
  const late = [...files.filter(isOnlinePage), ...files.filter(isText)];
  await forEachLimited(late, together, async (file) => {
    if (isText(file)) return keepText(event, file);
    const request = new Request(new URL(file.url, location.origin));
    const [answer, done] = lateCode.handleAll({ event, request });
    await answer;
    await done;
  });
}
