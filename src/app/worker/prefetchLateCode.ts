import i18next from 'i18next';
import type { WorkerMessage } from '../../../sw/messages.ts';
import { loadHelpTopics } from '../../features/help/helpTexts.ts';
import { loadLegalTexts } from '../../features/legal/legalTexts.ts';
import { isLanguage, savedLanguage, startLanguage } from '../../lib/language/language.ts';
import { prefersReducedData } from '../../lib/loading/prefersReducedData.ts';

/**
 * Tells the service worker to cache files that are not in the precache. The help texts are cached
 * on any network, because users read help offline. They are cached in the language of the app and
 * in each language that the user chooses. On a slow network, or if the browser is set to save data,
 * the service worker adds only the pages that a rider needs after the scan of a QR code. In all
 * other cases, it also caches the legal texts, all pages that need a network, and the other
 * languages.
 */
export function prefetchLateCode(): void {
  if (!('serviceWorker' in navigator)) return;
  const prefetch = () => {
    const language = startLanguage(savedLanguage(), navigator);
    fetchForLater(loadHelpTopics(language));
    i18next.on('languageChanged', (next) => {
      if (isLanguage(next)) fetchForLater(loadHelpTopics(next));
    });
    const onlyLaunch = prefersReducedData(navigator) || isSlow(navigator);
    if (!onlyLaunch) fetchForLater(loadLegalTexts(language));
    const message: WorkerMessage = { type: 'WARM', onlyLaunch };
    navigator.serviceWorker.controller?.postMessage(message);
  };
  // The service worker caches only files that are fetched through it.
  if (navigator.serviceWorker.controller) prefetch();
  else navigator.serviceWorker.addEventListener('controllerchange', prefetch, { once: true });
}

function fetchForLater(texts: Promise<unknown>): void {
  texts.catch(() => {
    // The fetch failed. The page requests the files again when it opens.
  });
}

/** Returns whether the network is known to be slow. Only Chromium reports this. */
function isSlow(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const kind: unknown = Reflect.get(connection, 'effectiveType');
  return typeof kind === 'string' && kind !== '4g';
}
