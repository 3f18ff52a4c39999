import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Addresses that a browser may open but that are none of the app's pages. */
const notPages = [/^\/(?:api|sandbox|assets|icons)(?:\/|$)/, /\.[a-z\d]+$/i];

/** Every page opens from what is kept: the shell, then the page's own chunk. */
export function serveShell(files: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(files, { directoryIndex: '' });
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }),
  );
}
