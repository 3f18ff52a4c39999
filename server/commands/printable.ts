/** On one line: strangers' words must not steer the operator's terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
