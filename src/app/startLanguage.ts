import i18next from 'i18next';
import type { StationKey } from '../../contract/rules/firstScreen/texts.ts';
import { savedLanguage } from '../lib/language/language.ts';
import { local } from '../lib/storage/storage.ts';
import { formKey, startWordsKey } from './start/startWords.ts';

const year = 365 * 24 * 3600;

/**
 * The strings that the start script may need (see `StationKey`). The server reads these strings
 * from the same files.
 */
const startTexts = {
  common: [
    'home',
    'menu',
    'notification',
    ...['chargers', 'freeSlots'].flatMap((key) => [`${key}_one`, `${key}_many`, `${key}_other`]),
  ],
  search: ['search'],
  stations: [
    'around',
    'scanToRent',
    'stationOffline',
    'stationPaused',
    'counts',
    'directionsTo',
    'closeStation',
    'closed',
    'stationId',
    'unlock',
    'watchCharger',
  ] satisfies StationKey[],
};

/**
 * The highest count whose plural form is stored. For higher counts, the start script uses `other`.
 */
const mostCounted = 48;

function startWords(language: string): Record<string, string> {
  const words: Record<string, string> = { language };
  for (const [namespace, keys] of Object.entries(startTexts)) {
    for (const key of keys) {
      const text: unknown = i18next.getResource(language, namespace, key);
      if (typeof text === 'string') words[key] = text;
    }
  }
  const rules = new Intl.PluralRules(language);
  for (let count = 0; count <= mostCounted; count++) words[formKey(count)] = rules.select(count);
  return words;
}

function setCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${value}; path=/; max-age=${year}; samesite=lax${secure}`;
}

/**
 * Saves the data that the next start needs before the app runs. A cookie stores the chosen language
 * for the server. The storage contains the strings of the first screens for the start script.
 */
export function saveStartLanguage(): void {
  const save = () => {
    local.set(startWordsKey, JSON.stringify(startWords(i18next.language)));
    // This cookie shows the server that this device has stored data. Without the cookie, the server
    // omits the script that reads the data.
    setCookie('visited', '1');
    const chosen = savedLanguage();
    if (chosen !== null) setCookie('language', chosen);
  };
  save();
  // The choice is saved only after this event, so save the language in a later task.
  i18next.on('languageChanged', () => setTimeout(save));
}
