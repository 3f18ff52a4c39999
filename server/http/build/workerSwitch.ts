import type { BuiltFile } from './builtFile.ts';

/**
 * The source of a service worker that removes itself. It replaces the installed service worker
 * without asking the rider. It handles no requests and reloads no page, so open pages continue from
 * the network. It deletes all caches except the cache with the rider's own data. Other storage of
 * the app, such as the session, stays.
 *
 * Even a service worker that cannot make requests any more is replaced: the browser itself requests
 * /sw.js at each visit, and uses no cache for this request.
 */
const source = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => !name.startsWith('private')))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
`;

export const endingWorker: BuiltFile = {
  body: Buffer.from(source),
  br: null,
  gzip: null,
  type: 'text/javascript; charset=utf-8',
};
