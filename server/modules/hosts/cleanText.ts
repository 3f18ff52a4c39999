/**
 * Control characters, halves of surrogate pairs, and what turns the direction of the text around it
 * or annotates it; the marks that right-to-left names need stay.
 */
const unseen = /[\p{Cc}\p{Cs}\u200B\u202A-\u202E\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** A text of one line, as it is kept. */
export function cleanLine(typed: string): string {
  return typed.replace(/\s+/gu, ' ').replace(unseen, '').normalize('NFC').trim();
}

/** A text of several lines, with at most one empty line between two. */
export function cleanLines(typed: string): string {
  return typed
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(cleanLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
