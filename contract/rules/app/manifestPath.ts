import type { Language } from '../../config.ts';

/** Where a browser finds how to install the app in a language; English is what the built page links. */
export function manifestPath(language: Language): string {
  return language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
}
