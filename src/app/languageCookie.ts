import i18next from 'i18next';
import { savedLanguage } from '../lib/language.ts';

const year = 365 * 24 * 3600;

/** Repeats a chosen language where the server can read it: it paints the first screen. */
export function keepLanguageCookie(): void {
  const write = () => {
    const chosen = savedLanguage();
    if (chosen === null) return;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `language=${chosen}; path=/; max-age=${year}; samesite=lax${secure}`;
  };
  write();
  // The choice is saved right after the texts have changed.
  i18next.on('languageChanged', () => setTimeout(write));
}
