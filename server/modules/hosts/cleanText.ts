/**
 * Control characters, lone surrogates, and characters that change the direction of the text or annotate it.
 * The list does not contain the marks that right-to-left names need.
 */
const unseen = /[\p{Cc}\p{Cs}\u200B\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** Returns a text of one line in its stored form. */
export function cleanLine(typed: string): string {
  return typed.replace(/\s+/gu, ' ').replace(unseen, '').normalize('NFC').trim();
}

/** Returns a text of several lines in its stored form, with at most one empty line in a row. */
export function cleanLines(typed: string): string {
  return typed
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
