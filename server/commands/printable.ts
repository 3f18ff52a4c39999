/**
 * Makes a text printable on one line, because text from outside must not control the operator's
 * terminal.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
