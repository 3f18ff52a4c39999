import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Gazetteer } from './gazetteer.ts';
import type { GazetteerItem, NamedItem } from './items.ts';

const at = (lat: number, lng: number) => ({ lat, lng });
const named = (
  kind: NamedItem['kind'],
  name: string,
  lat: number,
  lng: number,
  more: Partial<NamedItem> = {},
): NamedItem => ({ kind, name, shape: [[at(lat, lng)]], ...more });

/** A street that runs from south to north. */
const street = (name: string, lng: number, from: number, to: number): NamedItem => ({
  kind: 'street',
  name,
  shape: [[at(from, lng), at(to, lng)]],
});

const house = (houseNumber: string, name: string, postalCode: string, lat: number, lng: number) =>
  ({ kind: 'address', houseNumber, street: name, postalCode, point: at(lat, lng) }) as const;

const items: GazetteerItem[] = [
  street('N Clark St', -87.631, 41.882, 41.92),
  street('S Clark St', -87.631, 41.85, 41.882),
  street('N Clark St', -87.631, 41.92, 41.95),
  street('W Washington St', -87.62, 41.88, 41.881),
  street('Wabash Ave', -87.626, 41.86, 41.9),
  street('N La Salle Blvd', -87.632, 41.88, 41.9),
  street('Hauptstraße', -87.5, 41.9, 41.91),
  street('Calle Mayor', -87.4, 41.9, 41.91),
  street('W 18th St', -87.63, 41.857, 41.858),
  street('North Ave', -87.64, 41.91, 41.911),
  named('area', 'Loop', 41.8816, -87.6295),
  named('area', 'South Loop', 41.866, -87.624),
  named('area', 'Señor José', 41.7, -87.5),
  named('place', 'Clark/Lake', 41.8857, -87.631),
  named('place', 'Midway', 41.787, -87.742, { otherNames: ['中途国际机场'] }),
  named('postalCode', 'SW1A 1AA', 51.501, -0.142),
  house('77', 'West Washington Street', '60602', 41.8805, -87.6201),
  house('12a', 'Calle Mayor', '60603', 41.905, -87.4001),
  house('1', 'Elm Road', '60602', 41.8825, -87.6301),
  house('9', 'Elm Road', '60604', 41.8827, -87.6301),
];
const gazetteer = new Gazetteer(items);
const downtown = at(41.8781, -87.6298);
const names = (text: string, near = downtown) =>
  gazetteer.search(text, near).map(({ name }) => name.split(',')[0]);

describe('a query', () => {
  test.each([
    ['n clark st', 'N Clark St'],
    ['North Clark Street', 'N Clark St'],
    ['CLARK NORTH', 'N Clark St'],
    ['st. clark, n', 'N Clark St'],
    ['south cla', 'S Clark St'],
    ['wabash avenue', 'Wabash Ave'],
    ['waba', 'Wabash Ave'],
    ['wabsah ave', 'Wabash Ave'],
    ['lasalle boulevard', 'N La Salle Blvd'],
    ['hauptstr', 'Hauptstraße'],
    ['HAUPTSTRASSE', 'Hauptstraße'],
    ['senor jose', 'Señor José'],
    ['Señor José', 'Señor José'],
    ['国际机场', 'Midway'],
    ['18', 'W 18th St'],
    ['north avenue', 'North Ave'],
    ['sw1a 1a', 'SW1A 1AA'],
    ['sw1a1aa', 'SW1A 1AA'],
    ['60602', '60602'],
    ['60602-1234', '60602'],
    ['elm rd 60604', 'Elm Road'],
  ])('%s finds %s', (text, name) => {
    expect(names(text)[0]).toBe(name);
  });

  test.each(['', ' , ', 'xyzzy', 'xyzzy street', 'street', '12345', '😀', 'clark wabash'])(
    '%s finds nothing',
    (text) => expect(names(text)).toEqual([]),
  );

  test('a house number finds the house, or the street if the house is unknown, in the order of the query', () => {
    const [known] = gazetteer.search('77 w washington st', null);
    expect(known).toEqual({ name: '77 W Washington St, Loop', lat: 41.8805, lng: -87.6201 });
    expect(names('calle mayor 12A')[0]).toBe('Calle Mayor 12A');
    expect(names('calle mayor, 12 a')[0]).toMatch(/^Calle Mayor/);
    expect(names('99 w washington st')).toEqual(['W Washington St']);
    expect(names('77 W Washington St, Chicago, IL 60602, USA')[0]).toBe('77 W Washington St');
  });

  test('the position of a postal code is the middle of its addresses', () => {
    const [code] = gazetteer.search('60602', null);
    expect(code?.lat).toBeCloseTo(41.8815, 6);
    expect(code?.lng).toBeCloseTo(-87.6251, 6);
    expect(names('606')).toEqual(['60604', '60602', '60603']);
  });
});

describe('the order of results', () => {
  test('an exact name comes before a longer name, and a longer name before a matching prefix', () => {
    expect(names('loop')).toEqual(['Loop', 'South Loop']);
    expect(names('clark')).toEqual(['S Clark St', 'N Clark St', 'Clark/Lake']);
  });

  test('among equal matches the nearest match comes first', () => {
    expect(names('clark', at(41.94, -87.63)).slice(0, 2)).toEqual(['N Clark St', 'S Clark St']);
  });

  test('there are at most five different results', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      named('place', `Cafe ${index}`, 41.8 + index / 1000, -87.6),
    );
    const found = new Gazetteer([...many, ...many]).search('cafe', downtown);
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ name }) => name)).size).toBe(5);
  });
});

describe('the position of a street', () => {
  test('is the point that is nearest to the rider on any part of the street', () => {
    const near = gazetteer.search('n clark st', at(41.94, -87.7));
    expect(near).toHaveLength(1);
    expect(near[0]?.lat).toBeCloseTo(41.94, 6);
    expect(near[0]?.lng).toBeCloseTo(-87.631, 6);
  });

  test('is in the middle of the street if the rider has no position', () => {
    const [found] = gazetteer.search('n clark st', null);
    expect(found?.lat).toBeCloseTo((41.882 + 41.95) / 2, 3);
    expect(found?.lng).toBeCloseTo(-87.631, 6);
  });

  test('is correct for a street that crosses the date line', () => {
    const fiji = new Gazetteer([
      { kind: 'street', name: 'Beach Rd', shape: [[at(-17, 179.99), at(-17, -179.99)]] },
    ]);
    const [found] = fiji.search('beach', at(-17.01, -179.995));
    expect(Math.abs(found?.lng ?? 0)).toBeCloseTo(179.995, 3);
    expect(Math.abs(fiji.search('beach', null)[0]?.lng ?? 0)).toBeCloseTo(180, 1);
  });
});

test('an area in the north has all positions within a kilometre', () => {
  const north = new Gazetteer([named('area', 'Kallio', 60.18, 24.9501)]);
  expect(north.placeAt(at(60.18, 24.9342))?.name).toBe('Kallio');
  expect(north.placeAt(at(60.18, 24.9301))).toBeNull();
});

test('a position has the name of its area, or of its street, or no name', () => {
  expect(gazetteer.placeAt(at(41.882, -87.63))?.name).toBe('Loop');
  expect(gazetteer.placeAt(at(41.94, -87.6311))?.name).toBe('N Clark St');
  expect(gazetteer.placeAt(at(41.94, -87.66))).toBeNull();
  expect(gazetteer.placeAt(at(90, 180))).toBeNull();
});

describe('for any items', () => {
  const word = fc.stringMatching(/^[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]{1,9}$/);
  const name = fc
    .array(word, { minLength: 1, maxLength: 4 })
    .map((words) => [...new Set(words)].join(' '));
  const place = fc.record({
    kind: fc.constantFrom('street', 'area', 'place'),
    name,
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('each name finds its place', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
        const own = new Gazetteer(
          places.map(({ kind, name: text, lat, lng }) => named(kind, text, lat, lng)),
        );
        for (const { name: text, lat, lng } of places) {
          const found = own.search(text, at(lat, lng)).map((one) => one.name.split(',')[0]);
          const folded = (plain: string) => plain.normalize('NFKD').replace(/\p{M}/gu, '');
          expect(found.map((one) => folded(one ?? ''))).toContain(folded(text));
        }
      }),
    );
  });

  test('every query has an answer with valid positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        for (const { lat, lng } of gazetteer.search(text, downtown)) {
          expect(Math.abs(lat)).toBeLessThanOrEqual(90);
          expect(Math.abs(lng)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });
});
