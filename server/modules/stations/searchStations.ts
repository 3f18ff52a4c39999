import { isOpenNow, putFirst } from '../../../contract/rules/places/openNow.ts';
import { stationIdLength } from '../../../contract/rules/places/stationId.ts';
import { isPiece, soughtWords } from '../../../contract/rules/search/searchWords.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { nearestPositions } from './nearestPositions.ts';
import { byDistance } from './nearestStations.ts';
import type { Point } from './positionsAround.ts';
import { findByIdStart, findSummaries } from './stationRows.ts';
import { lookThroughWords } from './wordPositions.ts';
import { knownWords, similarWords, type KnownWord } from './words.ts';

const maxResults = 20;
/** More candidates than results, so that open stations a little farther away are found, too. */
const candidates = 3 * maxResults;
/** Shorter queries are not searched as ids. */
const minIdCharacters = 3;
/** The id alphabet without easily confused characters; most words contain one of those. */
const idCharacters = /^[2-9A-HJKMNP-TV-Z]+$/;
/** Further words of a query are ignored. */
const maxWords = 6;

/**
 * The stations whose name or address contains all words (the last may be incomplete), or whose id
 * begins with the query. Stations that are open at `now` come first, then the nearest to the point.
 * An unknown word is replaced by similar ones.
 */
export async function searchStations(
  db: Db,
  q: string,
  near: Point,
  now: Date,
): Promise<StationSummary[]> {
  const [named, numbered] = [await findNamed(db, q, near), await findNumbered(db, q)];
  const found = [...named, ...numbered.filter(({ id }) => named.every((one) => one.id !== id))];
  const sorted = byDistance(found, near);
  return putFirst(sorted, (station) => isOpenNow(station, now.getTime()))
    .slice(0, maxResults)
    .map(({ metres: _metres, ...station }) => station);
}

async function findNamed(db: Db, q: string, near: Point): Promise<StationSummary[]> {
  const groups = await matchingWords(db, soughtWords(q).slice(0, maxWords));
  if (groups.length === 0 || groups.some((words) => words.length === 0)) return [];
  const nearest = await nearestPositions(lookThroughWords(db, groups), near, candidates);
  return findSummaries(
    db,
    nearest.map(({ id }) => id),
  );
}

/** For each word of the query, the indexed words that it may match. */
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

async function findNumbered(db: Db, q: string): Promise<StationSummary[]> {
  const id = q.replace(/[\s-]/g, '').toUpperCase();
  const mayBeId =
    idCharacters.test(id) && id.length >= minIdCharacters && id.length <= stationIdLength;
  return mayBeId ? findByIdStart(db, id) : [];
}
