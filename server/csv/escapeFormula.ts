/** Adds an apostrophe to a CSV cell that a spreadsheet would run as a formula, so that it stays plain text. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}
