/**
 * Control characters, lone surrogates, zero-width spaces, and characters that change the direction of the text or
 * annotate it. The marks that right-to-left names need are not in the list.
 */
const unseen = /[\p{Cc}\p{Cs}\u200B\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** Cleans a text of one line before it is stored. */
export function cleanLine(typed: string): string {
  return typed.replace(/\s+/gu, ' ').replace(unseen, '').normalize('NFC').trim();
}

/** Cleans a text of several lines before it is stored, and leaves at most one empty line in a row. */
export function cleanLines(typed: string): string {
  return typed
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
