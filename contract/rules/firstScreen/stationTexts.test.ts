import { expect, test } from 'vitest';
import { countsText, rowContent } from './stationTexts.ts';
import { textsOf } from './texts.ts';

const words: Record<string, string> = {
  counts: '{{chargers}} · {{freeSlots}}',
  countsToReturn: '{{freeSlots}} · {{chargers}}',
  stationOffline: 'Offline',
  stationOfflineToReturn: 'Offline, reports a return later',
  stationPaused: 'Returns only · {{freeSlots}}',
  closed: 'Closed now',
  chargers_one: '{{count}} charger',
  chargers_other: '{{count}} chargers',
  freeSlots_one: '{{count}} free slot',
  freeSlots_other: '{{count}} free slots',
};
const texts = textsOf(
  (key) => words[key] ?? '',
  (count) => (count === 1 ? 'one' : 'other'),
);
const station = {
  id: 'ABCDEFV',
  name: 'Corner {{count}} Bakery',
  address: '5 W Lake St',
  lat: 41.88,
  lng: -87.63,
  chargers: 1,
  freeSlots: 2,
  slots: 4,
  online: true,
  hours: [],
  timeZone: 'America/Chicago',
  floor: null,
  hint: null,
};
const directions = { href: 'https://maps.example/', label: 'Directions' };

test('the counts have their plural forms; chargers come first, but for a return free slots come first', () => {
  expect(countsText(texts, station)).toBe('1 charger · 2 free slots');
  expect(countsText(texts, station, 'return')).toBe('2 free slots · 1 charger');
  expect(countsText(texts, { ...station, online: false })).toBe('Offline');
});

test('for a return, an offline station shows that it reports the return later', () => {
  const offline = { ...station, online: false };
  expect(countsText(texts, offline, 'return')).toBe('Offline, reports a return later');
  expect(rowContent(texts, offline, directions, true, '220 m', 'return')).toMatchObject({
    counts: 'Offline, reports a return later',
  });
});

test('a paused station only takes returns', () => {
  const paused = { ...station, chargers: 0, paused: true };
  expect(countsText(texts, paused)).toBe('Returns only · 2 free slots');
  expect(countsText(texts, paused, 'return')).toBe('Returns only · 2 free slots');
  expect(countsText(texts, { ...paused, online: false })).toBe('Offline');
});

test('a row shows the address or the distance, and whether the station is closed', () => {
  expect(rowContent(texts, station, directions, true)).toEqual({
    name: station.name,
    open: '/home?equip_id=ABCDEFV',
    place: '5 W Lake St',
    counts: '1 charger · 2 free slots',
    ...directions,
  });
  expect(rowContent(texts, station, directions, false, '220 m')).toMatchObject({
    place: 'Closed now · 220 m',
  });
});
