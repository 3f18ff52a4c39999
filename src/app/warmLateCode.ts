import type { WorkerMessage } from '../../sw/messages.ts';
import { loadLegalTexts } from '../features/legal/legalTexts.ts';
import { savedLanguage, startLanguage } from '../lib/language.ts';
import { savesData } from '../lib/savesData.ts';

/**
 * Has the worker keep what it does not keep from the first: the legal texts, which can then be read
 * without a network, too, and the pages that need one. Not on a bad line, nor where the person asked
 * their browser to be sparing.
 */
export function warmLateCode(): void {
  if (!('serviceWorker' in navigator) || savesData(navigator) || isSlow(navigator)) return;
  const warm = () => {
    loadLegalTexts(startLanguage(savedLanguage(), navigator)).catch(() => {
      // Whoever opens them asks again.
    });
    const message: WorkerMessage = { type: 'WARM' };
    navigator.serviceWorker.controller?.postMessage(message);
  };
  // Only what is fetched through the worker stays.
  if (navigator.serviceWorker.controller) warm();
  else navigator.serviceWorker.addEventListener('controllerchange', warm, { once: true });
}

/** Whether the line is known to be a bad one. Chromium alone tells. */
function isSlow(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const kind: unknown = Reflect.get(connection, 'effectiveType');
  return typeof kind === 'string' && kind !== '4g';
}
