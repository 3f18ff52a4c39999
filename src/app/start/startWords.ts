import { readStored } from './lastVisitData.ts';

/**
 * The strings of the first screens by their keys, the plural form of each count, and the `language`
 * of the strings.
 */
export type StartWords = Readonly<Record<string, string>>;

export const startWordsKey = 'startWords';

/** Returns the key of the plural form for a number of chargers or slots. */
export const formKey = (count: number) => `form_${count}`;

function isWords(value: unknown): value is StartWords {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** Returns the strings that the app stored. Returns null if there are none, or if they are in another language. */
export function readStartWords(language: string): StartWords | null {
  try {
    const stored: unknown = JSON.parse(readStored(startWordsKey) ?? 'null');
    return isWords(stored) && stored['language'] === language ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
