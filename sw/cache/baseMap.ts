import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from './cacheFirst.ts';
import { onlyCacheable } from './cacheable.ts';

/**
 * The highest number of cached tiles. They need about 60 MB, and cover a few neighbourhoods at every zoom level.
 * Streets rarely change, so a cached tile is used for up to a month.
 */
const most = 600;
const month = 30 * 24 * 3600;

const tile = /\/\d{1,2}\/\d+\/\d+(?:@2x)?\.(?:mvt|pbf|png|jpe?g|webp)$/;

/**
 * Whether the request is for a single tile. Requests for ranges of an archive go to the network.
 */
export function isMapTile(pathname: string, { method, headers }: Request): boolean {
  return method === 'GET' && tile.test(pathname) && !headers.has('range');
}

export function cacheBaseMap(): void {
  registerRoute(
    ({ url, request }) => isMapTile(url.pathname, request),
    new CacheFirst({
      cacheName: 'base-map',
      matchOptions: { ignoreVary: true },
      plugins: [
        onlyCacheable(200, 204),
        new ExpirationPlugin({ maxEntries: most, maxAgeSeconds: month, purgeOnQuotaError: true }),
      ],
    }),
  );
}
