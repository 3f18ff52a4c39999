import type { Language } from '../../../contract/config.ts';
import { fillText, textsOf } from '../../../contract/rules/firstScreen/texts.ts';
import type { Texts, Values } from '../../../contract/rules/firstScreen/texts.ts';
import commonEn from '../../../locales/en/common.json' with { type: 'json' };
import manifestEn from '../../../locales/en/manifest.json' with { type: 'json' };
import previewEn from '../../../locales/en/server/preview.json' with { type: 'json' };
import searchEn from '../../../locales/en/search.json' with { type: 'json' };
import sheetEn from '../../../locales/en/sheet.json' with { type: 'json' };
import stationsEn from '../../../locales/en/stations.json' with { type: 'json' };
import commonEs from '../../../locales/es/common.json' with { type: 'json' };
import manifestEs from '../../../locales/es/manifest.json' with { type: 'json' };
import previewEs from '../../../locales/es/server/preview.json' with { type: 'json' };
import searchEs from '../../../locales/es/search.json' with { type: 'json' };
import sheetEs from '../../../locales/es/sheet.json' with { type: 'json' };
import stationsEs from '../../../locales/es/stations.json' with { type: 'json' };
import commonZh from '../../../locales/zh-CN/common.json' with { type: 'json' };
import manifestZh from '../../../locales/zh-CN/manifest.json' with { type: 'json' };
import previewZh from '../../../locales/zh-CN/server/preview.json' with { type: 'json' };
import searchZh from '../../../locales/zh-CN/search.json' with { type: 'json' };
import sheetZh from '../../../locales/zh-CN/sheet.json' with { type: 'json' };
import stationsZh from '../../../locales/zh-CN/stations.json' with { type: 'json' };
import { readCookie } from '../../http/requests/cookies.ts';

/** The texts of the first screen by their keys. The keys of plural forms have a suffix. */
export type Words = Readonly<Record<string, string>>;

const files: Record<Language, Words> = {
  en: {
    ...strings(commonEn),
    ...strings(stationsEn),
    ...named(manifestEn, searchEn, sheetEn),
    ...previewed(previewEn),
  },
  es: {
    ...strings(commonEs),
    ...strings(stationsEs),
    ...named(manifestEs, searchEs, sheetEs),
    ...previewed(previewEs),
  },
  'zh-CN': {
    ...strings(commonZh),
    ...strings(stationsZh),
    ...named(manifestZh, searchZh, sheetZh),
    ...previewed(previewZh),
  },
};

function named(
  manifest: { name: string; description: string },
  { search }: { search: string },
  {
    nextStation,
    nextStationShow,
    photo,
  }: Record<'nextStation' | 'nextStationShow' | 'photo', string>,
): Words {
  const { name, description } = manifest;
  return { appName: name, description, search, nextStation, nextStationShow, stationPhoto: photo };
}

/** Adds a prefix to the keys of this file, because other files contain some of the same keys. */
function previewed(preview: object): Words {
  return Object.fromEntries(
    Object.entries(strings(preview)).map(([key, text]) => [`preview.${key}`, text]),
  );
}

function strings(file: object): Words {
  return Object.fromEntries(
    Object.entries(file).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function wordsOf(language: Language): Words {
  return files[language];
}

/** The walking time, in the plural form of the minutes. */
export function walkText(language: Language, minutes: number): string {
  const form = plurals[language].select(minutes);
  return textOf(files[language], `walk_${form}`, { count: minutes });
}

/** The text of a key. An unknown key throws an error, because it is a bug. */
function read(words: Words, key: string): string {
  const text = words[key];
  if (text === undefined) throw new Error(`No text for ${key}`);
  return text;
}

/** A text with values in place of the `{{names}}`. */
export function textOf(words: Words, key: string, values?: Values): string {
  return fillText(read(words, key), values);
}

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  es: new Intl.PluralRules('es'),
  'zh-CN': new Intl.PluralRules('zh-CN'),
};

const texts: Record<Language, Texts> = {
  en: textsFor('en'),
  es: textsFor('es'),
  'zh-CN': textsFor('zh-CN'),
};

function textsFor(language: Language): Texts {
  return textsOf(
    (key) => read(files[language], key),
    (count) => plurals[language].select(count),
  );
}

/** The texts about stations on the first screen. */
export function stationTexts(language: Language): Texts {
  return texts[language];
}

/**
 * The language of the first screen. If the rider has chosen a language on this device, the app has stored it in a
 * cookie. Without the cookie, the browser's languages decide, by the same rule as at the start of the app.
 */
export function languageOf(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}): Language {
  const chosen = readCookie(headers, 'language', /^(?:en|es|zh-CN)$/);
  if (chosen === 'en' || chosen === 'es' || chosen === 'zh-CN') return chosen;
  const spanish = /(?:^|,)\s*es(?:-[\w-]+)?\s*(?:;|,|$)/i.test(headers['accept-language'] ?? '');
  return spanish ? 'es' : 'en';
}
