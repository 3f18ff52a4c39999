import { expect, test } from 'vitest';
import type { StationSummary, StationTile } from '../../stations.ts';
import { nextStation } from './nextStation.ts';

const empty: StationSummary = {
  id: 'BCDEFGH',
  name: 'Corner Bakery',
  address: '1 Main St',
  lat: 42.3,
  lng: -87.2,
  chargers: 0,
  freeSlots: 8,
  slots: 8,
  online: true,
  hours: [],
  timeZone: 'America/Chicago',
  floor: null,
  hint: null,
};
const stocked = { ...empty, id: 'BCDEFGX', chargers: 2, freeSlots: 6 };

function tileWith(stations: StationSummary[], clusters: StationTile['clusters'] = []): StationTile {
  return { z: 12, x: 1056, y: 1518, at: '2026-11-20T12:00:00.000Z', stations, clusters };
}
const always = () => true;

test('the next station is the nearest open station with a charger', () => {
  const near = { ...stocked, lat: 42.302 };
  const far = { ...stocked, id: 'BCDEFGZ', lat: 42.304 };
  const others = [empty, far, near, { ...stocked, id: 'BCDEFG2', lat: 42.301, online: false }];
  expect(nextStation(empty, [tileWith(others)], always)).toBe(near);
  expect(nextStation(empty, [tileWith(others)], ({ id }) => id !== near.id)).toBe(far);
  expect(nextStation(empty, [tileWith([empty])], always)).toBeNull();
});

test('there is no next station if the tiles do not show which station is the nearest', () => {
  const near = { ...stocked, lat: 42.302 };
  const crowd = { lat: 42.31, lng: -87.2, stations: 300, chargers: 900, freeSlots: 900 };
  expect(nextStation(empty, [tileWith([empty, near]), tileWith([], [crowd])], always)).toBeNull();
  // A tile of this zoom is about seven kilometres high at this latitude.
  const twoKilometres = { ...stocked, lat: 42.318 };
  expect(nextStation(empty, [tileWith([empty, twoKilometres])], always)).toBe(twoKilometres);
  const fiveKilometres = { ...stocked, lat: 42.345 };
  expect(nextStation(empty, [tileWith([empty, fiveKilometres])], always)).toBeNull();
});
