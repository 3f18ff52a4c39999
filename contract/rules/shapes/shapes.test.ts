import { describe, expect, it } from 'vitest';
import { Config } from '../../config.ts';
import { PlaceAnswer, PlaceSearchResult } from '../../geo.ts';
import { HostTerms } from '../../hosts.ts';
import { Station, StationSearchResult, StationTile } from '../../stations.ts';
import { isConfig } from './configShape.ts';
import { isHostTerms } from './hostShape.ts';
import { isPlaceAnswer, isPlaceSearchResult, isStationSearchResult } from './searchShapes.ts';
import { isStation, isStationTile } from './stationShapes.ts';

const summary = {
  id: 'ABCDEFV',
  name: 'Corner Bakery',
  address: '5 W Lake St',
  lat: 41.88,
  lng: -87.63,
  chargers: 6,
  freeSlots: 2,
  slots: 8,
  online: true,
  hours: ['09:00-17:00', null, null, null, null, null, null],
  timeZone: 'America/Chicago',
  floor: null,
  hint: 'By the door',
};

const at = '2026-11-20T18:00:00.000Z';

const tile = {
  z: 12,
  x: 1050,
  y: 1522,
  at,
  stations: [summary],
  clusters: [{ lat: 41.9, lng: -87.6, stations: 300, chargers: 900, freeSlots: 800 }],
};

const station = {
  ...summary,
  at,
  photo: null,
  tariff: {
    id: 'demo',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 5,
    rate: 100,
    rateMinutes: 60,
    cap: 1000,
    capMinutes: 1440,
    deposit: 2000,
    depositCaptureMinutes: 2880,
    lostMinutes: 4320,
    overdueFee: 500,
    lostTotal: 4500,
    minimumLevel: 60,
  },
};

const config = {
  version: '1.0.0',
  brand: { name: 'Slot', supportPhone: '' },
  country: 'US',
  map: {
    center: { lat: 41.88, lng: -87.63 },
    zoom: 14,
    base: { kind: 'mvt', url: '/{z}/{x}/{y}', maxDataZoom: 15, attribution: 'OSM' },
    overlays: [{ kind: 'transit', url: '/{z}/{x}/{y}', attribution: '' }],
    directionsUrl: '',
  },
  linkHosts: ['example.com'],
  signInProviders: ['google'],
  bankPage: 'frame',
  push: null,
  refunds: { minimumDays: 1, maximumDays: 10, supportAfterDays: 15 },
  referral: { reward: { amount: 200, currency: 'USD' } },
  sandbox: false,
};

const host = {
  keptDays: 365,
  estimate: {
    share: { minimum: 20, maximum: 30 },
    venues: [{ kind: 'cafe', rentalsPerDay: 4, mostPerDay: 20, minutes: 90 }],
  },
};

/** Variants of the value: without each of its fields, and with each field invalid, at any depth. */
function invalidVariants(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return ['', ...invalidVariants(first).map((one) => [one, ...others])];
  }
  if (typeof value !== 'object' || value === null) return [{}];
  return Object.entries(value).flatMap(([name, field]) => [
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
    ...invalidVariants(field).map((one) => ({ ...value, [name]: one })),
  ]);
}

describe.each([
  ['a tile', isStationTile, StationTile, tile],
  ['a station', isStation, Station, station],
  ['the configuration', isConfig, Config, config],
  ['the terms for hosts', isHostTerms, HostTerms, host],
  ['found stations', isStationSearchResult, StationSearchResult, { stations: [summary] }],
  [
    'found places',
    isPlaceSearchResult,
    PlaceSearchResult,
    { places: [{ name: 'Willis Tower', lat: 41.88, lng: -87.63 }] },
  ],
  [
    'the name of a place',
    isPlaceAnswer,
    PlaceAnswer,
    { place: { name: 'Willis Tower', lat: 41.88, lng: -87.63 } },
  ],
] as const)('the shape of %s', (_name, guard, schema, value) => {
  it('accepts a value of the contract, also with the additional fields of a newer server', () => {
    expect(schema.safeParse(value).success).toBe(true);
    expect(guard(value)).toBe(true);
    expect(guard({ ...value, ofTomorrow: 1 })).toBe(true);
  });

  it('requires every field', () => {
    for (const one of invalidVariants(value)) {
      expect(schema.safeParse(one).success, JSON.stringify(one)).toBe(false);
      expect(guard(one), JSON.stringify(one)).toBe(false);
    }
  });

  it.each([undefined, null, '', 0, [], {}, 'x', [value]])('rejects %j', (other) => {
    expect(guard(other)).toBe(false);
  });
});

it('accepts a map without streets', () => {
  expect(isConfig({ ...config, map: { ...config.map, base: { kind: 'none' } } })).toBe(true);
});
