import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { keyByAddress, markKept } from './kept.ts';

/** A city's worth of tiles and details. */
const most = 300;
const twoWeeks = 14 * 24 * 3600;
/** Whoever stands in a basement would rather see old counts than none. */
const patienceSeconds = 4;

/** Public, the same for everyone: tiles, stations and what the operator configured. */
const kept = /^\/api\/(?:config|stations\/tiles\/\d+\/\d+\/\d+|stations\/[2-9A-HJKMNP-TV-Z]{7})$/;

export function keepStations(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && request.method === 'GET' && url.search === '' && kept.test(url.pathname),
    new NetworkFirst({
      cacheName: 'stations',
      networkTimeoutSeconds: patienceSeconds,
      // Asks the server whether anything changed; the browser's own cache would answer in its place
      // although nobody is there.
      fetchOptions: { cache: 'no-cache' },
      matchOptions: { ignoreVary: true },
      plugins: [
        new ExpirationPlugin({
          maxEntries: most,
          maxAgeSeconds: twoWeeks,
          purgeOnQuotaError: true,
        }),
        keyByAddress,
        markKept,
      ],
    }),
  );
}
