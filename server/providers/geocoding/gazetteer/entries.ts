import { indexedWords } from '../../../../contract/rules/searchWords.ts';
import type { Point } from '../geocoder.ts';
import { centreOf, wrapped } from './geometry.ts';
import type { AddressItem, EntryKind, GazetteerItem, NamedItem, Shape } from './items.ts';
import { formsOf } from './streetWords.ts';

/** What a search finds. */
export interface Entry {
  kind: EntryKind;
  name: string;
  otherNames: ReadonlySet<string>;
  /** Each position, or the lines of a street. */
  shape: Shape;
  centre: Point;
  city: string | undefined;
  /** Words that may be typed along with the name: the city, the state, postal codes. */
  surroundings: ReadonlySet<string>;
  /** Of a street: where its houses are, by their number in lower case. */
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

/** The same for `12a` and `12 A`. */
const houseKey = (text: string): string =>
  indexedWords(text)
    .join(' ')
    .replace(/(?<=\d) (?=\p{L}$)/u, '');

/**
 * Brings together what belongs together: the pieces of a street, its houses, and the addresses of a
 * postal code, which stands in their middle unless it has an item of its own.
 */
export function gatherEntries(items: Iterable<GazetteerItem>): Entry[] {
  const drafts = new Map<string, Draft>();
  const addresses: AddressItem[] = [];
  for (const item of items) {
    if (item.kind === 'address') addresses.push(item);
    else addNamed(drafts, item);
  }
  addHouses(drafts, addresses);
  addPostalCodes(drafts, addresses);
  return Array.from(drafts.values(), (draft) => ({ ...draft, centre: centreOf(draft.shape) }));
}

function addNamed(drafts: Map<string, Draft>, item: NamedItem): void {
  const draft = draftAt(drafts, item);
  draft.shape.push(...item.shape);
  for (const name of item.otherNames ?? []) draft.otherNames.add(name);
}

function addHouses(drafts: Map<string, Draft>, addresses: readonly AddressItem[]): void {
  const drawn = new Set(drafts.keys());
  for (const { street, houseNumber, postalCode, city, region, point } of addresses) {
    const item: Described = { kind: 'street', name: street, city, region };
    // Not every source of streets names their city.
    const nameless = keyOf({ ...item, city: undefined });
    const isIn = !drawn.has(keyOf(item)) && drawn.has(nameless);
    const draft = draftAt(drafts, item, isIn ? nameless : keyOf(item));
    if (!drawn.has(keyOf(item)) && !isIn) draft.shape.push([point]);
    const key = houseKey(houseNumber);
    if (!draft.houses.has(key)) draft.houses.set(key, point);
    if (postalCode !== undefined) addWords(draft.surroundings, postalCode);
  }
}

function addPostalCodes(drafts: Map<string, Draft>, addresses: readonly AddressItem[]): void {
  const codes = new Map<string, { item: Described; points: Point[] }>();
  for (const { postalCode, city, region, point } of addresses) {
    if (postalCode === undefined) continue;
    const item: Described = { kind: 'postalCode', name: postalCode, city, region };
    const key = keyOf(item);
    const code = codes.get(key) ?? { item, points: [] };
    code.points.push(point);
    codes.set(key, code);
  }
  for (const [key, { item, points }] of codes) {
    if (!drafts.has(key)) draftAt(drafts, item).shape.push([meanOf(points)]);
  }
}

type Described = Pick<NamedItem, 'kind' | 'name' | 'city' | 'region'>;

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

/** The same for `West Lake Street` and `W Lake St` of one city; of a postal code for all cities. */
function keyOf({ kind, name, city = '' }: Described): string {
  const words = indexedWords(name).map((word) => formsOf(word)[0]);
  const where = kind === 'postalCode' ? '' : indexedWords(city).join(' ');
  return `${kind}|${words.join(' ')}|${where}`;
}

function meanOf(points: readonly Point[]): Point {
  const [first = { lat: 0, lng: 0 }] = points;
  const mean = (read: (point: Point) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  // Counted from the first, none of them is on the other side of the date line.
  const lng = first.lng + mean((point) => wrapped(point.lng - first.lng));
  return { lat: mean(({ lat }) => lat), lng: wrapped(lng) };
}
