import i18next from 'i18next';
import { manifestPath } from '../../contract/rules/app/manifestPath.ts';
import { isLanguage } from '../lib/language/language.ts';

/**
 * Links the manifest in the language of the app. An installed app gets its name and its shortcuts
 * from the manifest.
 */
export function linkManifest(): void {
  const link = (language: string) => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (manifest === null || !isLanguage(language)) return;
    const path = manifestPath(language);
    // Do not set the same address again, because the browser would fetch the manifest again.
    if (manifest.getAttribute('href') !== path) manifest.setAttribute('href', path);
  };
  link(i18next.language);
  i18next.on('languageChanged', link);
}
