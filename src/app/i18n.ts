import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../contract/config.ts';
import { isLanguage, languages, savedLanguage, startLanguage } from '../lib/language/language.ts';
import { retry } from '../lib/loading/retry.ts';
import { makePlainTextsFast } from '../lib/language/fastPlainTexts.ts';
import { firstNamespaces, ownLoadersOf } from '../lib/language/texts.ts';

type Files = Record<string, Record<string, unknown>>;

type Loader = () => Promise<{ files: Files }>;

const loaders = {
  en: [() => import('./languages/en.ts'), () => import('./languages/en.later.ts')],
  'zh-CN': [() => import('./languages/zh-CN.ts'), () => import('./languages/zh-CN.later.ts')],
  es: [() => import('./languages/es.ts'), () => import('./languages/es.later.ts')],
} as const satisfies Record<Language, readonly [first: Loader, later: Loader]>;

async function readTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  if (!isLanguage(language)) throw new Error(`Unknown language ${language}`);
  const own = ownLoadersOf(namespace);
  // Use `retry` instead of `importWithRetry`, because strings have no style sheet to wait for.
  if (own) return (await retry(own[language])).default;
  const [first, later] = loaders[language];
  const isFirst = firstNamespaces.some((name) => name === namespace);
  const { files } = await retry<{ files: Files }>(isFirst ? first : later);
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${namespace}.json`));
  if (!found) throw new Error(`No ${namespace} texts`);
  return found[1];
}

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    readTexts(language, namespace).then(
      (texts) => callback(null, texts),
      (error: unknown) => callback(error instanceof Error ? error : String(error), null),
    );
  },
};

function describeDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}

/**
 * Adds the Spanish article of a time or a date: `la 1:05 PM`, `las 2:05 PM`, `el Nov 20, 2026, 2:05 PM`. Spanish texts
 * use this function as `{{time, article}}`.
 */
const addArticle = (time: string) =>
  `${time.startsWith('1:') ? 'la' : /^\d/.test(time) ? 'las' : 'el'} ${time}`;

/**
 * Loads only the strings of home, in the start language. Sets `lang` and `dir` of `<html>` at the start and
 * after each change of the language. Rejects if the strings cannot be loaded.
 */
export async function startI18n(): Promise<void> {
  const language = startLanguage(savedLanguage(), navigator);
  i18next.on('languageChanged', describeDocument);
  makePlainTextsFast(i18next);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // Turn off the fallback language, because it would be a second download. It is not needed:
      // locales.test.ts checks that every language has every key.
      fallbackLng: false,
      supportedLngs: languages,
      load: 'currentOnly',
      // Pass a copy, because i18next adds to this array the namespaces that are loaded later.
      ns: [...firstNamespaces],
      defaultNS: 'common',
      enableSelector: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  i18next.services.formatter?.add('article', addArticle);
  if (!i18next.hasResourceBundle(language, 'common')) {
    throw new Error(`The texts of ${language} could not be loaded`);
  }
}
