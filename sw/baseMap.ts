import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Streets do not move: about 60 MB at most, a few neighbourhoods at every zoom. */
const most = 600;
const month = 30 * 24 * 3600;

const tile = /\/\d{1,2}\/\d+\/\d+(?:@2x)?\.(?:mvt|pbf|png|jpe?g|webp)$/;

export function keepBaseMap(): void {
  registerRoute(
    ({ url, request }) => request.method === 'GET' && tile.test(url.pathname),
    new CacheFirst({
      cacheName: 'base-map',
      matchOptions: { ignoreVary: true },
      plugins: [
        {
          // Opaque answers count with megabytes against the quota, and errors must not stay.
          cacheWillUpdate: async ({ response }) =>
            response.status === 200 || response.status === 204 ? response : null,
        },
        new ExpirationPlugin({ maxEntries: most, maxAgeSeconds: month, purgeOnQuotaError: true }),
      ],
    }),
  );
}
