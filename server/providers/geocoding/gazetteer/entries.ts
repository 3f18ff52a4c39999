import { indexedWords } from '../../../../contract/rules/search/searchWords.ts';
import type { Point } from '../geocoder.ts';
import { centreOf, wrapped } from './geometry.ts';
import type { AddressItem, EntryKind, GazetteerItem, NamedItem, Shape } from './items.ts';
import { formsOf } from './streetWords.ts';

/** A place that a search can find. */
export interface Entry {
  kind: EntryKind;
  name: string;
  otherNames: ReadonlySet<string>;
  /**
   * The lines of a street, or single points: the houses of a street without lines, or the position
   * of another place. A place has several points if several items were merged.
   */
  shape: Shape;
  centre: Point;
  city: string | undefined;
  /** Words that riders may type in addition to the name: the city, the state, postal codes. */
  surroundings: ReadonlySet<string>;
  /** The position of each house of a street. The keys are results of `houseKey`. */
  houses: ReadonlyMap<string, Point>;
}

interface Draft {
  kind: EntryKind;
  name: string;
  otherNames: Set<string>;
  shape: (readonly Point[])[];
  city: string | undefined;
  surroundings: Set<string>;
  houses: Map<string, Point>;
}

/** Normalizes a house number, so that `12a` and `12 A` are equal. */
const houseKey = (text: string): string =>
  indexedWords(text)
    .join(' ')
    .replace(/(?<=\d) (?=\p{L}$)/u, '');

/**
 * Merges the items into entries: one for each street, with its parts and houses, and one for each other place. Adds the
 * postal codes and cities that only addresses name.
 */
export function gatherEntries(items: Iterable<GazetteerItem>): Entry[] {
  const drafts = new Map<string, Draft>();
  const addresses: AddressItem[] = [];
  for (const item of items) {
    if (item.kind === 'address') addresses.push(item);
    else addNamed(drafts, item);
  }
  const groups = groupAddresses(addresses);
  addHouses(drafts, groups);
  addMiddles(drafts, groups, postalCodeOf);
  addMiddles(drafts, groups, cityOf);
  return Array.from(drafts.values(), (draft) => ({ ...draft, centre: centreOf(draft.shape) }));
}

function addNamed(drafts: Map<string, Draft>, item: NamedItem): void {
  const draft = draftAt(drafts, item);
  for (const line of item.shape) draft.shape.push(line);
  for (const name of item.otherNames ?? []) draft.otherNames.add(name);
}

interface AddressGroup {
  /** The values that are the same in all addresses of the group. */
  described: Pick<AddressItem, 'street' | 'postalCode' | 'city' | 'region'>;
  houses: AddressItem[];
}

/**
 * Groups the addresses by street, postal code, city and region, so that the words of each group are computed only once.
 */
function groupAddresses(addresses: readonly AddressItem[]): AddressGroup[] {
  const groups = new Map<string, AddressGroup>();
  for (const item of addresses) {
    const key = [item.street, item.postalCode, item.city, item.region].join('\n');
    const group = groups.get(key) ?? { described: item, houses: [] };
    group.houses.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function addHouses(drafts: Map<string, Draft>, groups: readonly AddressGroup[]): void {
  const drawn = new Set(drafts.keys());
  for (const { described, houses } of groups) {
    const item: Described = { ...described, kind: 'street', name: described.street };
    const own = keyOf(item);
    // Some sources contain streets without a city. The houses belong to such a street, unless their
    // own city has a street with the same name.
    const cityless = keyOf({ ...item, city: undefined });
    const key = !drawn.has(own) && drawn.has(cityless) ? cityless : own;
    const draft = draftAt(drafts, item, key);
    addWords(draft.surroundings, described.postalCode);
    for (const { houseNumber, point } of houses) {
      if (!drawn.has(key)) draft.shape.push([point]);
      const number = houseKey(houseNumber);
      if (!draft.houses.has(number)) draft.houses.set(number, point);
    }
  }
}

type Described = Pick<NamedItem, 'kind' | 'name' | 'city' | 'region'>;

const postalCodeOf = ({ postalCode, city, region }: AddressGroup['described']): Described | null =>
  postalCode === undefined ? null : { kind: 'postalCode', name: postalCode, city, region };

const cityOf = ({ city, region }: AddressGroup['described']): Described | null =>
  city === undefined ? null : { kind: 'area', name: city, region };

/**
 * Adds an entry for each postal code or city for which the file has no item. The position of the
 * entry is the middle of the addresses with this postal code or city.
 */
function addMiddles(
  drafts: Map<string, Draft>,
  groups: readonly AddressGroup[],
  describe: (address: AddressGroup['described']) => Described | null,
): void {
  const found = new Map<string, { item: Described; points: Point[] }>();
  for (const { described, houses } of groups) {
    const item = describe(described);
    if (item === null) continue;
    const key = keyOf(item);
    const group = found.get(key) ?? { item, points: [] };
    for (const { point } of houses) group.points.push(point);
    found.set(key, group);
  }
  for (const [key, { item, points }] of found) {
    if (!drafts.has(key)) draftAt(drafts, item).shape.push([meanOf(points)]);
  }
}

function draftAt(drafts: Map<string, Draft>, item: Described, key = keyOf(item)): Draft {
  const { kind, name, city, region } = item;
  const draft = drafts.get(key) ?? {
    kind,
    name,
    otherNames: new Set(),
    shape: [],
    city,
    surroundings: new Set(),
    houses: new Map(),
  };
  drafts.set(key, draft);
  addWords(draft.surroundings, city);
  addWords(draft.surroundings, region);
  return draft;
}

function addWords(words: Set<string>, text: string | undefined): void {
  if (text === undefined) return;
  for (const word of indexedWords(text)) words.add(word);
}

/**
 * Returns the key by which items of the same place are merged. In one city, `West Lake Street` and `W Lake St` have the
 * same key. The key of a postal code does not depend on the city.
 */
function keyOf({ kind, name, city = '' }: Described): string {
  const words = indexedWords(name).map((word) => formsOf(word)[0]);
  const where = kind === 'postalCode' ? '' : indexedWords(city).join(' ');
  return `${kind}|${words.join(' ')}|${where}`;
}

function meanOf(points: readonly Point[]): Point {
  const [first = { lat: 0, lng: 0 }] = points;
  const mean = (read: (point: Point) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  // The mean is computed from offsets, because the points may be on both sides of the date line.
  const lng = first.lng + mean((point) => wrapped(point.lng - first.lng));
  return { lat: mean(({ lat }) => lat), lng: wrapped(lng) };
}
