import { nearlyBegins } from '../../../../contract/rules/search/nearlyBegins.ts';
import type { Point } from '../geocoder.ts';
import type { Entry } from './entries.ts';
import type { Name, NameWord } from './names.ts';
import type { Query, QueryWord } from './query.ts';

/** An entry with its names split into words. */
export interface Searched {
  entry: Entry;
  names: readonly Name[];
}

export interface Match {
  entry: Entry;
  /** How much the entry differs from the query; 0 is an exact match. */
  cost: number;
  /** The house, if the rider typed its number and the gazetteer has its position; otherwise null. */
  house: { number: string; point: Point } | null;
}

/** The cost of each kind of difference. A complete word costs less than a prefix. */
const costs = { begun: 1, begunWithin: 2, surroundings: 1, typo: 4, missing: 3, noHouse: 1 };
/** The highest cost for all words of the name that the rider did not type. */
const mostUntyped = 2;

/** How well an entry matches the query; null if it does not match. */
export function matchEntry(
  { entry, names }: Searched,
  query: Query,
  mayBeTypo: boolean,
): Match | null {
  let best: Match | null = null;
  for (const name of names) {
    const match = matchName(entry, name, query, mayBeTypo);
    if (match && (best === null || match.cost < best.cost)) best = match;
  }
  return best;
}

function matchName(entry: Entry, name: Name, { words }: Query, mayBeTypo: boolean): Match | null {
  const typed = new Set<NameWord>();
  const numbers: string[] = [];
  let cost = 0;
  for (const word of words) {
    const fit = fitOf(word, name, entry, mayBeTypo);
    if (fit) {
      cost += fit.cost;
      if (fit.word) typed.add(fit.word);
    } else if (word.isNumber && (entry.kind === 'street' || entry.kind === 'postalCode')) {
      numbers.push(word.text);
    } else if (word.isOptional) {
      cost += costs.missing;
    } else {
      return null;
    }
  }
  if (!isNamed(name, typed)) return null;
  const untyped = name.filter((word) => !word.isGeneral && !typed.has(word)).length;
  cost += Math.min(mostUntyped, untyped);
  if (numbers.length === 0) return { entry, cost, house: null };
  const number = numbers.join(' ');
  const point = entry.houses.get(number);
  if (point === undefined) return { entry, cost: cost + costs.noHouse, house: null };
  return { entry, cost, house: { number, point } };
}

/**
 * Whether the typed words identify the name: they include a word of the name that is not general. `Street` is a general
 * word. If the name has only general words, such as `North Avenue`, the typed words must include all of them.
 */
function isNamed(name: Name, typed: ReadonlySet<NameWord>): boolean {
  const special = name.filter((word) => !word.isGeneral);
  if (special.length > 0) return special.some((word) => typed.has(word));
  return typed.size > 0 && name.every((word) => typed.has(word));
}

interface Fit {
  cost: number;
  /** The word of the name that matches; null if only the surroundings match. */
  word: NameWord | null;
}

function fitOf(word: QueryWord, name: Name, entry: Entry, mayBeTypo: boolean): Fit | null {
  const { text } = word;
  const same = name.find(({ forms }) => forms.includes(text));
  if (same) return { cost: 0, word: same };
  // The first digits of a number do not match a longer number, unless the rider may still type more
  // digits.
  const mayBeBegun = !word.isPiece && (!word.isNumber || word.isLast);
  if (mayBeBegun) {
    const begun = name.find(({ forms }) => forms.some((form) => form.startsWith(text)));
    if (begun) return { cost: word.isLast ? costs.begun : costs.begunWithin, word: begun };
  }
  if (entry.surroundings.has(text)) return { cost: costs.surroundings, word: null };
  if (mayBeBegun && word.isLast && !word.isNumber && beginsOne(entry.surroundings, text)) {
    return { cost: costs.surroundings + costs.begun, word: null };
  }
  if (!mayBeTypo || word.isPiece || /\d/.test(text)) return null;
  const alike = name.find(({ forms }) => forms.some((form) => nearlyBegins(form, text)));
  return alike ? { cost: costs.typo, word: alike } : null;
}

function beginsOne(words: ReadonlySet<string>, start: string): boolean {
  for (const word of words) if (word.startsWith(start)) return true;
  return false;
}
