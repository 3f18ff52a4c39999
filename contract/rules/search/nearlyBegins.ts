/** The shortest typed text that may contain a typo. A shorter text with a typo would match too many other words. */
const shortestWithTypo = 4;

/**
 * Whether the word begins with the typed text. One typo is allowed: a wrong, missing or additional character, or two
 * swapped characters. Always false for a text shorter than `shortestWithTypo`.
 */
export function nearlyBegins(word: string, start: string): boolean {
  if (start.length < shortestWithTypo) return false;
  let i = 0;
  while (i < start.length && word[i] === start[i]) i++;
  const rest = (from: number) => start.slice(from);
  return (
    word.startsWith(rest(i + 1), i + 1) ||
    word.startsWith(rest(i), i + 1) ||
    word.startsWith(rest(i + 1), i) ||
    (word[i] === start[i + 1] && word[i + 1] === start[i] && word.startsWith(rest(i + 2), i + 2))
  );
}
