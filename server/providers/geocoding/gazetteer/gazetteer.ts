import type { Place } from '../../../../contract/geo.ts';
import type { Point } from '../geocoder.ts';
import { AreaGrid } from './areaGrid.ts';
import { gatherEntries, type Entry } from './entries.ts';
import { nearestOf } from './geometry.ts';
import { entryKinds, type GazetteerItem } from './items.ts';
import { matchEntry, type Match, type Searched } from './match.ts';
import { searchedNames } from './names.ts';
import { readQuery, type Query } from './query.ts';
import { WordIndex } from './wordIndex.ts';

/** The highest number of places in an answer of `GET /api/geo/search`. */
const mostPlaces = 5;
/**
 * A position belongs to an area if it is at most this number of metres from the area's shape, which is usually one
 * point.
 */
const areaMetres = 1_000;
/** A position belongs to a street if it is at most this number of metres from the street. */
const streetMetres = 150;

/** A list of places in memory, with a search by name. */
export class Gazetteer {
  readonly #searched: Searched[] = [];
  readonly #words = new WordIndex();
  readonly #areas = new AreaGrid();
  readonly #streets = new AreaGrid();

  constructor(items: Iterable<GazetteerItem>) {
    for (const entry of gatherEntries(items)) this.#add(entry);
  }

  /**
   * At most `mostPlaces` places that match `text`, sorted by the quality of the match, then by kind, then by distance
   * from `near`. Typos are allowed only if nothing matches without a typo.
   */
  search(text: string, near: Point | null): Place[] {
    const query = readQuery(text);
    if (query.words.length === 0) return [];
    const exact = this.#matches(query, false);
    const matches = exact.length > 0 ? exact : this.#matches(query, true);
    const found = matches
      .map((match) => ({ match, ...positionOf(match, near) }))
      .sort((a, b) => a.match.cost - b.match.cost || byKind(a, b) || a.metres - b.metres);
    const places = new Map<string, Place>();
    for (const { match, point } of found) {
      const name = this.#label(match, point, query);
      if (!places.has(name)) places.set(name, { name, ...point });
      if (places.size === mostPlaces) break;
    }
    return [...places.values()];
  }

  /** Returns the area at the point; if there is none, the street; null if there is no street near the point either. */
  placeAt(point: Point): Place | null {
    const area = this.#areas.nearest(point, areaMetres);
    if (area) return { name: area.name, ...area.centre };
    const street = this.#streets.nearest(point, streetMetres);
    if (!street) return null;
    const at = nearestOf(street.shape, point).point;
    return { name: this.#withSurroundings(street, street.name, at), ...at };
  }

  #add(entry: Entry): void {
    // Some riders type postal codes without the space.
    const closed = entry.kind === 'postalCode' ? [entry.name.replaceAll(' ', '')] : [];
    const names = [...new Set([entry.name, ...entry.otherNames, ...closed])].flatMap(searchedNames);
    const words = names.flatMap((name) => name.flatMap(({ forms }) => forms));
    this.#words.add(this.#searched.length, new Set([...words, ...entry.surroundings]));
    this.#searched.push({ entry, names });
    if (entry.kind === 'area') this.#areas.add(entry);
    if (entry.kind === 'street') this.#streets.add(entry);
  }

  #matches(query: Query, mayBeTypo: boolean): Match[] {
    return [...this.#candidates(query, mayBeTypo)].flatMap((index) => {
      const searched = this.#searched[index];
      return (searched && matchEntry(searched, query, mayBeTypo)) ?? [];
    });
  }

  /**
   * Returns the indexes of the entries that contain the rarest required word, possibly incomplete or with a typo. Other
   * entries cannot match, because a match contains every required word. If no word is required, returns the indexes of
   * the entries that contain any word.
   */
  #candidates({ words }: Query, mayBeTypo: boolean): Set<number> {
    const needed = words.filter(({ isOptional, isNumber }) => !isOptional && !isNumber);
    const groups = (needed.length > 0 ? needed : words)
      .map(({ text, isPiece }) => this.#words.wordsLike(text, mayBeTypo && !isPiece))
      .toSorted((a, b) => this.#words.count(a) - this.#words.count(b));
    if (needed.length > 0) return this.#words.entriesWith(groups[0] ?? []);
    // Here, all words are optional or numbers. A number is not required, because it may be a house
    // number. In that case, another word is the name of the street.
    return this.#words.entriesWith(groups.flat());
  }

  #label({ entry, house }: Match, point: Point, { startsWithNumber }: Query): string {
    const number = house?.number.toUpperCase();
    const parts = startsWithNumber ? [number, entry.name] : [entry.name, number];
    return this.#withSurroundings(entry, parts.filter(Boolean).join(' '), point);
  }

  /**
   * `name` followed by the city, or by the area at `point` if the city is unknown. Only `name` if there is neither, or
   * if the entry itself has this name.
   */
  #withSurroundings(entry: Entry, name: string, point: Point): string {
    const area = entry.kind === 'area' ? undefined : this.#areas.nearest(point, areaMetres)?.name;
    const around = entry.city ?? area;
    return around === undefined || around === entry.name ? name : `${name}, ${around}`;
  }
}

/**
 * The position of a match: its house, or else the point of its shape that is nearest to `near`. If `near` is null, it
 * is the house or the centre, and `metres` is 0.
 */
function positionOf({ entry, house }: Match, near: Point | null): { point: Point; metres: number } {
  if (near === null) return { point: house?.point ?? entry.centre, metres: 0 };
  return nearestOf(house ? [[house.point]] : entry.shape, near);
}

const byKind = (a: { match: Match }, b: { match: Match }) =>
  entryKinds.indexOf(a.match.entry.kind) - entryKinds.indexOf(b.match.entry.kind);
