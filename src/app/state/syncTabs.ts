import i18next from 'i18next';
import { storageKeys } from '../../lib/constants.ts';
import { savedLanguage, speak } from '../../lib/language/language.ts';
import { followTheme } from '../../lib/device/theme.ts';

/** Goes along with what a person chooses in another tab: two languages side by side help nobody. */
export function syncTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // A null key: the whole storage was cleared.
    if (key === storageKeys.theme || key === null) followTheme();
    const chosen = savedLanguage();
    if (key !== storageKeys.language || chosen === null || chosen === i18next.language) return;
    speak(i18next, chosen).catch(() => {
      // The texts did not come: the next start has them.
    });
  });
}
