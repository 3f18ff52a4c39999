import { nearlyBegins } from '../../../../contract/rules/search/nearlyBegins.ts';
import { putFirst } from '../../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** The highest number of results. The server has the same limit. */
const most = 20;
/** The shortest beginning of an id that is searched. A shorter beginning matches too many stations. */
const shortestId = 3;

/**
 * Searches stations on the device, without the server. Every word must be the beginning of a word of the name
 * or the address, or the whole text must be the beginning of an id. If nothing matches, each longer word may
 * contain one typing error. Open stations come first. Stations are sorted by distance if the position is
 * known, and by name if not. Returns at most 20 stations.
 */
export function matchStations<Summary extends StationSummary>(
  stations: readonly Summary[],
  q: string,
  near: Point | null,
  isOpen: (station: Summary) => boolean = () => true,
): Summary[] {
  const words = wordsOf(q);
  if (words.length === 0) return [];
  const id = q.replace(/[\s-]/g, '').toUpperCase();
  const meant = stations.filter(
    (station) =>
      (id.length >= shortestId && station.id.startsWith(id)) || fits(station, words, beginsWith),
  );
  const found =
    meant.length > 0 ? meant : stations.filter((station) => fits(station, words, nearlyBeginsWith));
  const byName = (a: Summary, b: Summary) =>
    a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
  if (near === null) return putFirst(found.sort(byName), isOpen).slice(0, most);
  const sorted = found
    .map((station) => ({ station, metres: distanceMetres(near, station) }))
    .sort((a, b) => a.metres - b.metres || byName(a.station, b.station))
    .map(({ station }) => station);
  return putFirst(sorted, isOpen).slice(0, most);
}

type Fits = (word: string, start: string) => boolean;

function fits(station: StationSummary, words: readonly string[], begins: Fits): boolean {
  const own = stationWords(station);
  return words.every((start) => own.some((word) => begins(word, start)));
}

/** Returns the words of a text. Ignores case and accents, so that `cafe` finds the Café. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const known = new WeakMap<StationSummary, string[]>();

/**
 * Returns the words of a station. The words are computed once for each station, not for each typed letter.
 */
function stationWords(station: StationSummary): string[] {
  const cached = known.get(station);
  if (cached !== undefined) return cached;
  const words = wordsOf(`${station.name} ${station.address}`);
  known.set(station, words);
  return words;
}

/** Scripts without spaces between words. In these scripts, a match may begin anywhere in the text. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const beginsWith: Fits = (word, start) =>
  unspaced.test(start) ? word.includes(start) : word.startsWith(start);

const nearlyBeginsWith: Fits = (word, start) =>
  beginsWith(word, start) || nearlyBegins(word, start);
