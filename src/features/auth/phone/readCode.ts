const codeLength = 6;

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/**
 * Returns the six digits in the typed text, or null if the text does not have exactly six digits.
 * Ignores all other characters, such as spaces and hyphens.
 */
export function completeCode(text: string): string | null {
  const digits = digitsOf(text);
  return digits.length === codeLength ? digits : null;
}

/**
 * Returns the content of the field after a change. If the user pasted a whole message, the content becomes the code in
 * that message. Any other text stays unchanged.
 */
export function codeFromInput(text: string): string {
  const plain = text.normalize('NFKC');
  if (!/\p{L}/u.test(plain)) return text;
  return /(?<!\d)\d{6}(?!\d)/.exec(plain)?.[0] ?? text;
}

/** Whether a complete code was entered in one change (autofill or paste), not digit by digit. */
export function isFilledAtOnce(before: string, after: string): boolean {
  const now = completeCode(after);
  if (now === null) return false;
  const then = digitsOf(before);
  if (then.length !== codeLength) return now.length - then.length > 1;
  let changed = 0;
  for (let i = 0; i < codeLength; i++) if (then.charAt(i) !== now.charAt(i)) changed++;
  return changed > 1;
}
