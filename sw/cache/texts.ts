import { ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from './cacheFirst.ts';
import { isCacheable, onlyCacheable } from './cacheable.ts';

/** Where the app leaves its language (src/app/worker/saveWorkerLanguage.ts): a worker that installs hears nobody. */
const languageCache = 'language';

// Those of two builds in every language: a tab that stays open over an update still changes its own.
// Never given up for room, as the app says nothing without them.
const texts = new CacheFirst({
  cacheName: 'texts',
  plugins: [onlyCacheable(200), new ExpirationPlugin({ maxEntries: 40 })],
});

const folder = /^\/?assets\/texts\/([^/]+)\//;

/** They lie apart in the build: see scripts/build/chunks.ts. */
export const isText = ({ url }: PrecacheEntry) => folder.test(url);

/** Answers with what is kept; whoever changes the language keeps the other one with that. */
export function serveTexts(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && folder.test(url.pathname), texts);
}

/**
 * Fetches the texts of the app's language, or of all where it has not said which. Rejects where one
 * does not come: without them nothing opens, and the worker must not take over.
 */
export async function keepTexts(
  event: ExtendableEvent,
  files: readonly PrecacheEntry[],
): Promise<void> {
  const language = await spokenLanguage();
  const spoken = files.filter(({ url }) => folder.exec(url)?.[1] === language);
  await Promise.all((spoken.length > 0 ? spoken : files).map((file) => keepText(event, file)));
}

/** Fetches a file unless it is here. */
export async function keepText(event: ExtendableEvent, { url }: PrecacheEntry): Promise<void> {
  const request = new Request(new URL(url, location.origin));
  const [answer, done] = texts.handleAll({ event, request });
  const response = await answer;
  await done;
  if (!isCacheable(request.url, response, [200]))
    throw new TypeError(`no texts: ${response.status}`);
}

async function spokenLanguage(): Promise<string | undefined> {
  const kept = await caches.match('/language', { cacheName: languageCache });
  return kept?.text();
}
