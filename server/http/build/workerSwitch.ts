import type { BuiltFile } from './builtFile.ts';

/**
 * A service worker that removes itself: it replaces the installed one without asking the rider,
 * handles no requests, so that open pages continue from the network, and deletes all caches except
 * the rider's own data. It reloads no page. Other storage of the app, such as the session, stays.
 *
 * Browsers request /sw.js at each visit, bypassing their own caches: so this also reaches an
 * installed worker or an app that is too broken to request anything itself.
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
