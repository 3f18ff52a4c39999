import { sql } from 'kysely';
import { isPiece } from '../../../../contract/rules/search/searchWords.ts';
import type { Db } from '../../../db/database.ts';
import { cachedPlan } from '../../../db/preparedStatements.ts';

export interface KnownWord {
  id: number;
  /** The number of stations with this word. */
  stations: number;
}

/** The maximum number of words that a prefix matches. These are the most frequent words that begin with the prefix. */
const maxCompletions = 12;
const maxSimilar = 5;
/**
 * The minimum length of a word in which the search accepts typing errors. A shorter word would match too many other
 * words.
 */
const shortestWithTypo = 4;

interface WordRow extends KnownWord {
  sought: string;
}

/**
 * The indexed words for each word of the query. Each word matches itself. The last word also matches longer words that
 * begin with this word, unless its script has no spaces between words, such as the Chinese script.
 */
export async function knownWords(db: Db, sought: readonly string[]): Promise<KnownWord[][]> {
  const last = sought.at(-1) ?? '';
  const { rows } = await sql<WordRow>`${cachedPlan}
    select word as sought, id, stations from station_words
    where word = any(${sought}::text[]) and stations > 0
    ${isPiece(last) ? sql`` : sql`union all ${wordsBeginningWith(last)}`}`.execute(db);
  return sought.map((word) => rows.filter((row) => row.sought === word));
}

/**
 * Returns, for each unknown word, the indexed words that begin with this word. For a word that may contain a typing
 * error, the result also has the words with a similar spelling.
 */
export async function similarWords(
  db: Db,
  unknown: readonly string[],
): Promise<Map<string, KnownWord[]>> {
  const found = new Map<string, KnownWord[]>();
  for (const word of unknown) {
    const mayBeTypo = word.length >= shortestWithTypo && !/\d/.test(word);
    const { rows } = await sql<WordRow>`${cachedPlan}
      ${wordsBeginningWith(word)} ${mayBeTypo ? sql`union all (${swapped(word)}) union all (${alike(word)})` : sql``}`.execute(
      db,
    );
    found.set(word, rows);
  }
  return found;
}

/** The words that begin with `start`, without `start` itself. The words with the most stations come first. */
function wordsBeginningWith(start: string) {
  const { length } = Array.from(start);
  const begins =
    length <= 3
      ? sql`left(word, ${sql.lit(length)}) = ${start}`
      : sql`word > ${start} and word < ${start + lastCharacter}`;
  return sql`(select ${start}::text as sought, id, stations from station_words
    where ${begins} and word <> ${start} and stations > 0
    order by size desc limit ${sql.lit(maxCompletions)})`;
}

/** This character comes after all characters of words in byte order. */
const lastCharacter = '\u{10FFFD}';

function swapped(word: string) {
  const characters = Array.from(word);
  const variants = characters.slice(1).map((next, index) => {
    const changed = [...characters];
    [changed[index], changed[index + 1]] = [next, characters[index] ?? ''];
    return changed.join('');
  });
  return sql`select ${word}::text as sought, id, stations from station_words
    where word = any(${variants}::text[]) and stations > 0`;
}

function alike(word: string) {
  return sql`select ${word}::text as sought, id, stations from station_words
    where word % ${word} and word !~ '[0-9]' and stations > 0
    order by similarity(word, ${word}) desc, stations desc limit ${sql.lit(maxSimilar)}`;
}
