import { ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { forEachLimited } from '../forEachLimited.ts';
import { CacheFirst } from './cacheFirst.ts';
import { isText, cacheText } from './texts.ts';
import { onlyCacheable } from './cacheable.ts';

/** The number of files that are prefetched at the same time. */
const together = 2;

const lateCode = new CacheFirst({
  cacheName: 'late-code',
  plugins: [
    onlyCacheable(200),
    // This number is enough for two builds. An open tab can therefore still open the pages of its own build after an
    // update.
    new ExpirationPlugin({ maxEntries: 160, purgeOnQuotaError: true }),
  ],
});

/**
 * Caches the code that is not in the precache, at its first use. This code consists of the pages that need the network,
 * and the files in `globIgnores` of `vite.config.ts`. Examples are the QR decoder and the numbering plans for the
 * login. The strings among these files have their own cache (sw/cache/texts.ts). Each file name contains a hash, so a
 * cached file is never out of date.
 */
export function cacheLateCode(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    lateCode,
  );
}

/**
 * Whether the file is a page that needs the network. The build puts these pages into a separate
 * folder: see scripts/build/chunks.ts.
 */
export const isOnlinePage = ({ url }: PrecacheEntry) => url.startsWith('assets/online/');

/**
 * Whether the file belongs to the pages between the scan of a code and the charger: login, unlock
 * and new card. One file contains these pages, and it imports the other files from
 * `assets/online/`. `e2e/offline/offline.spec.ts` checks the list.
 */
export const isLaunchPage = ({ url }: PrecacheEntry) =>
  /^assets\/online\/(?:launch-online|online-parts|MethodChoice)-/.test(url);

/**
 * From `files`, caches the pages that need the network, then the strings. Skips cached files. Starts no more fetches
 * after one of these failures: a request without an answer, a failed write to the cache, or strings that may not be
 * cached.
 */
export async function prefetchLateCode(
  event: ExtendableEvent,
  files: readonly PrecacheEntry[],
): Promise<void> {
  const late = [...files.filter(isOnlinePage), ...files.filter(isText)];
  await forEachLimited(late, together, async (file) => {
    if (isText(file)) return cacheText(event, file);
    const request = new Request(new URL(file.url, location.origin));
    const [answer, done] = lateCode.handleAll({ event, request });
    await answer;
    await done;
  });
}
