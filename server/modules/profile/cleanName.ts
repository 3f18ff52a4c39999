import { maxNameLength } from '../../../contract/profile.ts';
import { ProblemError } from '../../http/problem.ts';

/**
 * White space, including line breaks and tabs. `cleanName` replaces each sequence of white space
 * with one space.
 */
const whiteSpace = /[\s\u0085\u200B]+/gu;

/**
 * Characters that `cleanName` removes from a name: control characters, lone surrogates, and characters that change the
 * direction of the text (embeddings, overrides, isolates) or annotate it. The list does not contain the marks that
 * right-to-left names need.
 */
const refused = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/gu;

/** Matches a visible character: no space, no combining mark and no invisible character. */
const visible = /[^\p{Z}\p{M}\p{C}\u115F\u1160\u3164\uFFA0]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Returns a name in its stored form, or null if the name has no visible character.
 *
 * @throws {ProblemError} `invalidInput` if the name has more than `maxNameLength` characters as people count them.
 */
export function cleanName(typed: string): string | null {
  const name = typed.replace(whiteSpace, ' ').replace(refused, '').normalize('NFC').trim();
  if (!visible.test(name)) return null;
  let length = 0;
  for (const _ of characters.segment(name)) length++;
  if (length > maxNameLength) throw new ProblemError('invalidInput', { fields: ['body.name'] });
  return name;
}
