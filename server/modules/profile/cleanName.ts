import { maxNameLength } from '../../../contract/profile.ts';
import { ProblemError } from '../../http/problem.ts';

/** Line breaks and tabs part words as spaces do. */
const whiteSpace = /[\s\u0085\u200B]+/gu;

/**
 * Control characters, halves of surrogate pairs, and what turns the direction of the text around it
 * (embeddings, overrides, isolates) or annotates it; the marks that right-to-left names need stay.
 */
const refused = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/gu;

/** Something to see: neither a space, nor a mark on nothing, nor an invisible character. */
const visible = /[^\p{Z}\p{M}\p{C}\u115F\u1160\u3164\uFFA0]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A name as it is kept; null where nothing of it is to be seen.
 *
 * @throws {ProblemError} `invalidInput`, where it has more than `maxNameLength` characters as people
 *   count them.
 */
export function cleanName(typed: string): string | null {
  const name = typed.replace(whiteSpace, ' ').replace(refused, '').normalize('NFC').trim();
  if (!visible.test(name)) return null;
  let length = 0;
  for (const _ of characters.segment(name)) length++;
  if (length > maxNameLength) throw new ProblemError('invalidInput', { fields: ['body.name'] });
  return name;
}
