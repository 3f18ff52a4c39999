import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { station } from '../../../testing/rider.ts';
import { matchStations } from './matchStations.ts';

const makeStation = (id: string, name: string, address: string, lat = 41.88) => ({
  ...station,
  id,
  name,
  address,
  lat,
});

const bakery = makeStation('ABCDEFV', 'Corner Bakery', '5 W Lake St', 41.9);
const cafe = makeStation('BCDEFGX', 'Café Niño', '12 N State St', 41.88);
const library = makeStation('CDEFGHY', 'Harold Washington Library', '400 S State St', 41.87);
const dunhuang = makeStation('DEFGHJ2', '敦煌书店', '上海市静安区南京西路', 41.86);
const all = [bakery, cafe, library, dunhuang];

const found = (q: string, near: { lat: number; lng: number } | null = null) =>
  matchStations(all, q, near).map(({ name }) => name);

describe('a search on the device', () => {
  it.each([
    ['bak', [bakery.name]],
    ['CORNER bakery', [bakery.name]],
    ['bakery corner lake', [bakery.name]],
    ['5 lake', [bakery.name]],
    ['cafe nino', [cafe.name]],
    ['Cafe\u0301', [cafe.name]],
    ['state st', [cafe.name, library.name]],
    ['书店', [dunhuang.name]],
    ['静安', [dunhuang.name]],
    ['bakery state', []],
    ['akery', [bakery.name]],
    ['kery', []],
  ])('finds the right stations for %j', (q, names) => {
    expect(found(q)).toEqual(names);
  });

  it.each([
    ['bakrey', bakery.name],
    ['bakkery', bakery.name],
    ['bkery', bakery.name],
    ['bapery', bakery.name],
    ['washngton librery', library.name],
  ])('finds the station despite the typing error in %j', (q, name) => {
    expect(found(q)).toEqual([name]);
  });

  it('allows no typing error if some stations match exactly', () => {
    const stage = makeStation('EFGHJK3', 'Stage Door', '1 Main St');
    const names = matchStations([...all, stage], 'state', null).map(({ name }) => name);
    expect(names).toEqual([cafe.name, library.name]);
  });

  it('never allows two typing errors in a word, or one in a short word', () => {
    expect(found('bkrey')).toEqual([]);
    expect(found('bkr')).toEqual([]);
  });

  it('finds a station by the beginning of its id, in any notation', () => {
    expect(found('abc def')).toEqual([bakery.name]);
    expect(found('ABC-DEFV')).toEqual([bakery.name]);
    expect(found('ab')).toEqual([]);
  });

  it('sorts by distance if the position is known, and by name if it is not', () => {
    expect(found('st')).toEqual([cafe.name, bakery.name, library.name]);
    expect(found('st', { lat: 41.86, lng: -87.63 })).toEqual([
      library.name,
      cafe.name,
      bakery.name,
    ]);
  });

  it('lists open stations first, even if closed stations alone would fill the list', () => {
    const many = Array.from({ length: 30 }, (_, index) => makeStation(`X${index}`, 'Kiosk', ''));
    const open = many[29];
    const found = matchStations(many, 'kiosk', null, (station) => station === open);
    expect(found[0]).toBe(open);
    expect(found).toHaveLength(20);
  });

  it('finds nothing for an empty text, and at most twenty stations', () => {
    expect(found(' -%_ ')).toEqual([]);
    const many = Array.from({ length: 50 }, (_, index) => makeStation(`X${index}`, 'Kiosk', ''));
    expect(matchStations(many, 'kiosk', null)).toHaveLength(20);
  });

  it('does not throw or change the list for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 50, unit: 'binary' }), (q) => {
        const before = [...all];
        for (const one of matchStations(all, q, null)) expect(all).toContain(one);
        expect(all).toEqual(before);
      }),
    );
    expect(found('a'.repeat(10_000))).toEqual([]);
  });
});
