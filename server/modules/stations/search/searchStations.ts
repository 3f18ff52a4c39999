import { isOpenNow, putFirst } from '../../../../contract/rules/places/openNow.ts';
import { stationIdLength } from '../../../../contract/rules/places/stationId.ts';
import { isPiece, soughtWords } from '../../../../contract/rules/search/searchWords.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { Db } from '../../../db/database.ts';
import { nearestPositions } from '../nearestPositions.ts';
import { byDistance } from '../nearestStations.ts';
import type { Point } from '../positionsAround.ts';
import { findByIdStart, findSummaries } from '../stationRows.ts';
import { lookThroughWords } from './wordPositions.ts';
import { knownWords, similarWords, type KnownWord } from './words.ts';

const maxResults = 20;
/**
 * The search reads more candidates than results, so that it also finds open stations a little farther away.
 */
const candidates = 3 * maxResults;
/** The minimum number of characters of a query that is searched as an id. */
const minIdCharacters = 3;
/**
 * Matches a text that may be a station ID. IDs contain none of the characters that people confuse: 0, 1, I, L, O and U.
 * Most words contain one of these characters, so the search does not look these words up as IDs.
 */
const idCharacters = /^[2-9A-HJKMNP-TV-Z]+$/;
/** The maximum number of words of a query. Further words are ignored. */
const maxWords = 6;

/**
 * Returns the stations whose name or address contains all words (the last word may be incomplete), or whose id begins
 * with the query. Stations that are open at `now` come first; otherwise the distance to the point determines the order.
 * For a word that no station has, the search uses similar words.
 */
export async function searchStations(
  db: Db,
  q: string,
  near: Point,
  now: Date,
): Promise<StationSummary[]> {
  const [named, numbered] = [await findNamed(db, q, near, now), await findNumbered(db, q, now)];
  const found = [...named, ...numbered.filter(({ id }) => named.every((one) => one.id !== id))];
  const sorted = byDistance(found, near);
  return putFirst(sorted, (station) => isOpenNow(station, now.getTime()))
    .slice(0, maxResults)
    .map(({ metres: _metres, ...station }) => station);
}

async function findNamed(db: Db, q: string, near: Point, now: Date): Promise<StationSummary[]> {
  const groups = await matchingWords(db, soughtWords(q).slice(0, maxWords));
  if (groups.length === 0 || groups.some((words) => words.length === 0)) return [];
  const nearest = await nearestPositions(lookThroughWords(db, groups), near, candidates);
  return findSummaries(
    db,
    nearest.map(({ id }) => id),
    now,
  );
}

/** Returns the indexed words that each word of the query may match. */
async function matchingWords(db: Db, sought: readonly string[]): Promise<KnownWord[][]> {
  if (sought.length === 0) return [];
  const groups = await knownWords(db, sought);
  const unknown = sought.filter((word, index) => groups[index]?.length === 0 && !isPiece(word));
  if (unknown.length === 0) return groups;
  const similar = await similarWords(db, unknown);
  return groups.map((words, index) =>
    words.length > 0 ? words : (similar.get(sought[index] ?? '') ?? []),
  );
}

async function findNumbered(db: Db, q: string, now: Date): Promise<StationSummary[]> {
  const id = q.replace(/[\s-]/g, '').toUpperCase();
  const mayBeId =
    idCharacters.test(id) && id.length >= minIdCharacters && id.length <= stationIdLength;
  return mayBeId ? findByIdStart(db, id, now) : [];
}
