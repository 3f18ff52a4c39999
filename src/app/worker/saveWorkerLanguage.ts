import i18next from 'i18next';

/** As sw/cache/texts.ts names it. */
const languageCache = 'language';

/** Leaves the language where the worker finds it when it is installed, now and with an update. */
async function tell(language: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(languageCache);
    await cache.put('/language', new Response(language));
  } catch (error) {
    // The device is full, or a private mode refuses: the worker then keeps every language.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Resolves once the worker can know the language of the app; it hears of every change. */
export async function saveWorkerLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => void tell(language));
  await tell(i18next.language);
}
