import type { Language } from '../../config.ts';

/** The path of the web app manifest in a language. The built page links the English manifest. */
export function manifestPath(language: Language): string {
  return language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;
}
