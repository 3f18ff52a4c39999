import { loadLegalTexts } from '../features/legal/legalTexts.ts';
import { savedLanguage, startLanguage } from '../lib/language.ts';
import { savesData } from '../lib/savesData.ts';

/** Has the worker keep the legal texts, so that they can be read without a network, too. */
export function warmLegal(): void {
  if (!('serviceWorker' in navigator) || savesData(navigator) || isSlow(navigator)) return;
  const warm = () => {
    loadLegalTexts(startLanguage(savedLanguage(), navigator)).catch(() => {
      // Whoever opens them asks again.
    });
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
