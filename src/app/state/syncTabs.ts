import i18next from 'i18next';
import { storageKeys } from '../../lib/constants.ts';
import { savedLanguage, switchLanguage } from '../../lib/language/language.ts';
import { followTheme } from '../../lib/device/theme.ts';

/** Applies the language and the theme that the user chooses in another tab. */
export function syncTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // If the key is null, the whole storage was cleared.
    if (key === storageKeys.theme || key === null) followTheme();
    const chosen = savedLanguage();
    if (key !== storageKeys.language || chosen === null || chosen === i18next.language) return;
    switchLanguage(i18next, chosen).catch(() => {
      // The strings failed to load. The next start loads them.
    });
  });
}
