import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { keepWhole } from './whole.ts';

/**
 * Code that no page needs to start, and most visits never do: the outline of the world, the decoder
 * beside the camera, the drawing of receipts, the numbering plans of a login and the painter of streets
 * that no network can bring about, the legal texts. Kept once it was used; its names are hashed, so that
 * a kept one is never stale.
 */
export function keepLateCode(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: 'late-code',
      plugins: [keepWhole(200), new ExpirationPlugin({ maxEntries: 16, purgeOnQuotaError: true })],
    }),
  );
}
