import { ExpirationPlugin } from 'workbox-expiration';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from './cacheFirst.ts';
import { isCacheable, onlyCacheable } from './cacheable.ts';

/**
 * The cache in which the app saves its language (src/app/worker/saveWorkerLanguage.ts). The app cannot send the
 * language in a message, because a service worker gets no messages during its installation.
 */
const languageCache = 'language';

// This number is enough for two builds in every language. After an update, an open tab can still change its
// language. These entries are never deleted to free space, because the app does not work without its strings.
const texts = new CacheFirst({
  cacheName: 'texts',
  plugins: [onlyCacheable(200), new ExpirationPlugin({ maxEntries: 40 })],
});

const folder = /^\/?assets\/texts\/([^/]+)\//;

/**
 * Whether the file contains strings. The build puts these files into a separate folder: see
 * scripts/build/chunks.ts.
 */
export const isText = ({ url }: PrecacheEntry) => folder.test(url);

/**
 * Answers requests for strings from the cache. Fetches and caches missing strings, for example after a change of the
 * language.
 */
export function serveTexts(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && folder.test(url.pathname), texts);
}

/**
 * Fetches the strings of the app's language. If the language is unknown or has no strings, fetches the strings of all
 * languages. Rejects if a file fails to load: the service worker must then not take over, because no page opens without
 * strings.
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

/** Fetches and caches a file, unless the cache already contains it. Throws if the answer may not be cached. */
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
