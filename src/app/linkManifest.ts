import i18next from 'i18next';
import { manifestPath } from '../../contract/rules/app/manifestPath.ts';
import { isLanguage } from '../lib/language/language.ts';

/**
 * Links the manifest in the language of the app. Then an installed app has its name and shortcuts
 * in that language.
 */
export function linkManifest(): void {
  const link = (language: string) => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (manifest === null || !isLanguage(language)) return;
    const path = manifestPath(language);
    // Setting the same address again would make the browser fetch the manifest again.
    if (manifest.getAttribute('href') !== path) manifest.setAttribute('href', path);
  };
  link(i18next.language);
  i18next.on('languageChanged', link);
}
