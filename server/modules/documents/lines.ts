const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFF60]/u;
const closing = /^[\p{Pe}\p{Pf}、。，．：；！？…·%]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/**
 * Splits a text at the points where a line may break: after spaces, and between the letters of writing systems without
 * spaces, such as Chinese. Between letters without a space, a line never breaks before a closing mark or after an
 * opening mark.
 */
function cut(text: string): string[] {
  const parts: string[] = [];
  for (const letter of text) {
    const last = parts.at(-1);
    if (last === undefined) {
      parts.push(letter);
      continue;
    }
    const afterSpace = last.endsWith(' ') && letter !== ' ';
    const betweenWide = letter !== ' ' && (wide.test(letter) || wide.test(last.slice(-1)));
    const held = closing.test(letter) || opening.test(last);
    if (afterSpace || (betweenWide && !held)) parts.push(letter);
    else parts[parts.length - 1] = last + letter;
  }
  return parts;
}

/**
 * Breaks a text into lines that are no wider than `room`. `widthOf` measures the width. The result has at least one
 * line. Each line except the last keeps the space at its end, because screen readers need it between words.
 */
export function breakLines(
  text: string,
  room: number,
  widthOf: (text: string) => number,
): string[] {
  if (widthOf(text) <= room) return [text];
  const lines: string[] = [];
  let line = '';
  const append = (part: string) => {
    if (line !== '' && widthOf((line + part).trimEnd()) > room) {
      lines.push(line);
      line = '';
    }
    line += part;
  };
  for (const part of cut(text)) {
    // A word that is wider than the column may break after any letter.
    if (widthOf(part.trimEnd()) <= room) append(part);
    else for (const letter of part) append(letter);
  }
  return [...lines, line];
}
