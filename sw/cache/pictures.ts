import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from './cacheFirst.ts';
import { onlyCacheable } from './cacheable.ts';

/**
 * The highest number of pictures. The cache contains only the pictures of the stations that were opened last.
 */
const most = 60;
const twoWeeks = 14 * 24 * 3600;

/**
 * Whether the request is for a picture, for example of an `<img>`. Pictures below `/api/` are excluded, because they
 * are personal photos of riders.
 */
export function isPicture({ pathname }: URL, { method, destination, headers }: Request): boolean {
  const isPublic = !pathname.startsWith('/api/');
  return method === 'GET' && destination === 'image' && isPublic && !headers.has('range');
}

/**
 * Caches pictures. Call this after `cacheBaseMap`, because the tiles of the map are pictures, too, and have their own
 * route.
 */
export function cachePictures(): void {
  registerRoute(
    ({ url, request }) => isPicture(url, request),
    new CacheFirst({
      cacheName: 'pictures',
      matchOptions: { ignoreVary: true },
      plugins: [
        onlyCacheable(200),
        new ExpirationPlugin({
          maxEntries: most,
          maxAgeSeconds: twoWeeks,
          purgeOnQuotaError: true,
        }),
      ],
    }),
  );
}
