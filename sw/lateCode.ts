import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/**
 * Code that no page needs to start, and most visits never do (the outline of the world, the decoder
 * beside the camera): kept once it was used. Its names are hashed, so that a kept one is never stale.
 */
export function keepLateCode(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: 'late-code',
      plugins: [
        {
          cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
        },
        new ExpirationPlugin({ maxEntries: 10, purgeOnQuotaError: true }),
      ],
    }),
  );
}
