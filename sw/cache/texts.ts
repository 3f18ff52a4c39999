import { ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from './cacheFirst.ts';
import { isCacheable, onlyCacheable } from './cacheable.ts';

/** The cache in which the app saves its language (src/app/worker/saveWorkerLanguage.ts): an installing worker gets no messages. */
const languageCache = 'language';

// Enough for two builds in every language: after an update, an open tab can still change its language.
// These entries are never deleted to free space, because the app has no texts without them.
const texts = new CacheFirst({
  cacheName: 'texts',
  plugins: [onlyCacheable(200), new ExpirationPlugin({ maxEntries: 40 })],
});

const folder = /^\/?assets\/texts\/([^/]+)\//;

/** The build puts the texts into a separate folder: see scripts/build/chunks.ts. */
export const isText = ({ url }: PrecacheEntry) => folder.test(url);

/** Answers from the cache first. After a change of the language, the new texts are cached, too. */
export function serveTexts(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && folder.test(url.pathname), texts);
}

/**
 * Fetches the texts of the app's language, or of all languages if the language is not known. Rejects if
 * one fails to load: no page opens without texts, so the worker must not take over.
 */
export async function cacheTexts(
  event: ExtendableEvent,
  files: readonly PrecacheEntry[],
): Promise<void> {
  const language = await appLanguage();
  const inLanguage = files.filter(({ url }) => folder.exec(url)?.[1] === language);
  await Promise.all(
    (inLanguage.length > 0 ? inLanguage : files).map((file) => cacheText(event, file)),
  );
}

/** Fetches a file unless it is cached. */
export async function cacheText(event: ExtendableEvent, { url }: PrecacheEntry): Promise<void> {
  const request = new Request(new URL(url, location.origin));
  const [answer, done] = texts.handleAll({ event, request });
  const response = await answer;
  await done;
  if (!isCacheable(request.url, response, [200]))
    throw new TypeError(`texts not loaded: ${response.status}`);
}

async function appLanguage(): Promise<string | undefined> {
  const saved = await caches.match('/language', { cacheName: languageCache });
  return saved?.text();
}
