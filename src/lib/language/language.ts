import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../contract/config.ts';
import { storageKeys } from '../constants.ts';
import { local } from '../storage/storage.ts';

export const languages = ['en', 'zh-CN', 'es'] as const satisfies readonly Language[];

/** The preferred languages of a browser, in the shape of `navigator`. */
export interface Preferences {
  readonly language: string;
  readonly languages: readonly string[];
}

export function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** Returns the language that the user chose on this device, or null if the user chose none. */
export function savedLanguage(): Language | null {
  const saved = local.get(storageKeys.language);
  return isLanguage(saved) ? saved : null;
}

/**
 * Returns the language at the start. The saved choice comes first. Without a saved choice, the
 * language is Spanish if any preferred language of the browser is Spanish. In all other cases, it
 * is English.
 */
export function startLanguage(saved: string | null, preferences: Preferences): Language {
  if (isLanguage(saved)) return saved;
  const preferred = [preferences.language, ...preferences.languages];
  return preferred.some((tag) => /^es(-|$)/i.test(tag)) ? 'es' : 'en';
}

function ourLanguageFor(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split('-');
  if (primary === 'zh') return 'zh-CN';
  return primary === 'en' || primary === 'es' ? primary : null;
}

/**
 * Returns the language to offer: the first language of the browser, if the app supports this
 * language and started in another language. Returns null if the user has already chosen a language.
 */
export function languageToOffer(
  active: Language,
  saved: string | null,
  preferences: Preferences,
): Language | null {
  if (isLanguage(saved)) return null;
  const first = ourLanguageFor(preferences.languages[0] ?? preferences.language);
  return first === active ? null : first;
}

/** Returns the language to offer in this browser; null if there is none, or if the user has dismissed the offer. */
export function openLanguageOffer(active: Language): Language | null {
  if (local.get(storageKeys.languageOffer) !== null) return null;
  return languageToOffer(active, savedLanguage(), navigator);
}

/** Stores that the offer must never appear again. */
export function closeLanguageOffer(): void {
  local.set(storageKeys.languageOffer, 'dismissed');
}

/** Changes the language. Rejects and changes nothing if the strings cannot be loaded. */
export async function switchLanguage(i18n: i18n, language: Language): Promise<void> {
  // Load the strings of single pages, too, because the user may be on such a page.
  const namespaces = [i18n.options.ns ?? []].flat();
  const areLoaded = () => namespaces.every((name) => i18n.hasResourceBundle(language, name));
  if (!areLoaded()) await i18n.reloadResources([language]);
  if (!areLoaded()) {
    throw new Error(`The texts of ${language} could not be loaded`);
  }
  await i18n.changeLanguage(language);
}

/** Returns the active language, and a function that changes it without a reload. */
export function useLanguage(): {
  language: Language;
  /**
   * Changes the language and saves the choice. Rejects and changes nothing if the strings cannot be
   * loaded.
   */
  changeLanguage: (language: Language) => Promise<void>;
} {
  const { i18n } = useTranslation();
  const active = i18n.resolvedLanguage ?? i18n.language;

  async function changeLanguage(language: Language): Promise<void> {
    await switchLanguage(i18n, language);
    local.set(storageKeys.language, language);
  }

  return { language: isLanguage(active) ? active : 'en', changeLanguage };
}
