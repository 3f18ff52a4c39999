import type { BuiltFile } from './builtFile.ts';

/**
 * The service worker that ends itself: it takes the place of the installed one, without being asked
 * for consent, answers nothing, so that the open pages go on from the network, and leaves no cache
 * behind but what a page keeps of its person. It reloads no page. What the app keeps elsewhere, such as
 * the session, is not touched.
 *
 * Browsers ask for /sw.js at each visit, past their own caches: this reaches also an installed worker
 * or an app that is too broken to ask for anything itself.
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
