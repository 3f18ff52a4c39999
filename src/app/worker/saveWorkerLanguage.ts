import i18next from 'i18next';

/** The name of the cache must be the same as in sw/cache/texts.ts. */
const languageCache = 'language';

/**
 * Saves the language in a cache, from which the service worker reads it when it is installed or
 * updated.
 */
async function save(language: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(languageCache);
    await cache.put('/language', new Response(language));
  } catch (error) {
    // The storage is full, or a private mode refuses it. Without a saved language, the service
    // worker caches every language.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Saves the language now and after every change. Resolves after the first save. */
export async function saveWorkerLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => void save(language));
  await save(i18next.language);
}
