import i18next from 'i18next';
import { manifestPath } from '../../contract/rules/app/manifestPath.ts';
import { isLanguage } from '../lib/language/language.ts';

/** Has the browser install the app with its name, and its shortcuts, in the language of the app. */
export function linkManifest(): void {
  const link = (language: string) => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (manifest === null || !isLanguage(language)) return;
    const path = manifestPath(language);
    // Setting the same again would have it fetched again.
    if (manifest.getAttribute('href') !== path) manifest.setAttribute('href', path);
  };
  link(i18next.language);
  i18next.on('languageChanged', link);
}
