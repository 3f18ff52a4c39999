import type { BuiltFile } from './builtFile.ts';

/**
 * A service worker that removes itself. It replaces the installed worker without asking the rider,
 * and handles no requests, so open pages continue from the network. It deletes all caches except
 * the rider's own data. It reloads no page. Other storage of the app, such as the session, stays.
 *
 * Browsers request /sw.js at each visit and bypass their own caches. So this also reaches an
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
