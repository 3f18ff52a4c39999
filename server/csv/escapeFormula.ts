/** Adds an apostrophe to a CSV cell that a spreadsheet would otherwise run as a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}
