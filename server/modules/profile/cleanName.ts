import { maxNameLength } from '../../../contract/profile.ts';
import { ProblemError } from '../../http/problem.ts';

/** Line breaks and tabs separate words like spaces. */
const whiteSpace = /[\s\u0085\u200B]+/gu;

/**
 * Control characters, lone surrogates, and characters that change the direction of the text
 * (embeddings, overrides, isolates) or annotate it. Marks that right-to-left names need are not
 * among them.
 */
const refused = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/gu;

/** A visible character: not a space, a lone combining mark, or an invisible character. */
const visible = /[^\p{Z}\p{M}\p{C}\u115F\u1160\u3164\uFFA0]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A name as it is stored; null if nothing of it is visible.
 *
 * @throws {ProblemError} `invalidInput`, if it has more than `maxNameLength` visible characters.
 */
export function cleanName(typed: string): string | null {
  const name = typed.replace(whiteSpace, ' ').replace(refused, '').normalize('NFC').trim();
  if (!visible.test(name)) return null;
  let length = 0;
  for (const _ of characters.segment(name)) length++;
  if (length > maxNameLength) throw new ProblemError('invalidInput', { fields: ['body.name'] });
  return name;
}
