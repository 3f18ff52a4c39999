import { readStored } from './startData.ts';

/** The texts of the painted screens by their key, plural forms with their suffix. */
export type StartWords = Readonly<Record<string, string>>;

export const startWordsKey = 'startWords';

/** Under which the words keep the plural form of a count of what is in a cabinet. */
export const formKey = (count: number) => `form_${count}`;

function isWords(value: unknown): value is StartWords {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** What the app left on this device in its last language; null where that was another one. */
export function readStartWords(language: string): StartWords | null {
  try {
    const kept: unknown = JSON.parse(readStored(startWordsKey) ?? 'null');
    return isWords(kept) && kept['language'] === language ? kept : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
