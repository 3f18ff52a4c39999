/** What a spreadsheet would take for a formula, with an apostrophe before it becomes plain text. */
export function inert(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}
