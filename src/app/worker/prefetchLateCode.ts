import i18next from 'i18next';
import type { WorkerMessage } from '../../../sw/messages.ts';
import { loadHelpTopics } from '../../features/help/helpTexts.ts';
import { loadLegalTexts } from '../../features/legal/legalTexts.ts';
import { isLanguage, savedLanguage, startLanguage } from '../../lib/language/language.ts';
import { prefersReducedData } from '../../lib/loading/prefersReducedData.ts';

/**
 * Has the worker keep what it does not keep from the first: help, which is read where there is no
 * network, on any line, in the language of the app and in each that it is switched to; and the legal
 * texts, the pages that need a network and the other languages, but not on a bad line, nor where the
 * person asked their browser to be sparing.
 */
export function prefetchLateCode(): void {
  if (!('serviceWorker' in navigator)) return;
  const warm = () => {
    const language = startLanguage(savedLanguage(), navigator);
    fetchForLater(loadHelpTopics(language));
    i18next.on('languageChanged', (next) => {
      if (isLanguage(next)) fetchForLater(loadHelpTopics(next));
    });
    if (prefersReducedData(navigator) || isSlow(navigator)) return;
    fetchForLater(loadLegalTexts(language));
    const message: WorkerMessage = { type: 'WARM' };
    navigator.serviceWorker.controller?.postMessage(message);
  };
  // Only what is fetched through the worker stays.
  if (navigator.serviceWorker.controller) warm();
  else navigator.serviceWorker.addEventListener('controllerchange', warm, { once: true });
}

function fetchForLater(texts: Promise<unknown>): void {
  texts.catch(() => {
    // Whoever opens them asks again.
  });
}

/** Whether the line is known to be a bad one. Chromium alone tells. */
function isSlow(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const kind: unknown = Reflect.get(connection, 'effectiveType');
  return typeof kind === 'string' && kind !== '4g';
}
