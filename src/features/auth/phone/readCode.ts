const codeLength = 6;

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** The six digits in what was typed, or null while they are not six. Spaces and hyphens are fine. */
export function completeCode(text: string): string | null {
  const digits = digitsOf(text);
  return digits.length === codeLength ? digits : null;
}

/**
 * What a field should hold after a change: the code alone where a whole message was pasted, anything
 * else as it came.
 */
export function codeFromInput(text: string): string {
  const plain = text.normalize('NFKC');
  if (!/\p{L}/u.test(plain)) return text;
  return /(?<!\d)\d{6}(?!\d)/.exec(plain)?.[0] ?? text;
}

/** Whether a complete code came in one go (autofill, paste) instead of digit by digit. */
export function cameAtOnce(before: string, after: string): boolean {
  const now = completeCode(after);
  if (now === null) return false;
  const then = digitsOf(before);
  if (then.length !== codeLength) return now.length - then.length > 1;
  let changed = 0;
  for (let i = 0; i < codeLength; i++) if (then.charAt(i) !== now.charAt(i)) changed++;
  return changed > 1;
}
