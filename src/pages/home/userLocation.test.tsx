import { act, cleanup, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { IpLocation } from '../../../contract/geo.ts';
import { paths } from '../../../contract/paths.ts';
import { tileBounds } from '../../../contract/rules/places/tiles.ts';
import { resumePosition } from '../../features/stations/location/position.ts';
import { FakeGeolocation } from '../../testing/fakeGeolocation.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
fakeNetwork();

const { tariff: _tariff, at: _at, photo: _photo, ...bakery } = station;
// This station is a hundred kilometres from the operator's map center.
const lake = { ...bakery, id: 'BCDEFGX', name: 'Lake Hall', lat: 42.78, lng: -87.8 };
const inLakeCity: IpLocation = {
  status: 'found',
  lat: 42.75,
  lng: -87.8,
  precision: 'city',
  country: 'US',
  city: 'Lake City',
};

let places: (typeof bakery)[] = [];
beforeEach(() => {
  places = [bakery, lake];
});

/**
 * Opens home. `where` answers the request for the city of the device's IP address. Returns how
 * often the app sent that request.
 */
async function openHome(where: () => Response, permission: PermissionState = 'prompt') {
  const device = new FakeGeolocation();
  device.install(permission);
  const asked = { times: 0 };
  network.use(
    http.get(paths.ipLocation, () => {
      asked.times += 1;
      return where();
    }),
    http.get(paths.stationTile, ({ params }) => {
      const tile = { z: Number(params['z']), x: Number(params['x']), y: Number(params['y']) };
      const { north, south, east, west } = tileBounds(tile);
      const stations = places.filter(
        ({ lat, lng }) => lat <= north && lat > south && lng >= west && lng < east,
      );
      return HttpResponse.json({ ...tile, at: station.at, stations, clusters: [] });
    }),
  );
  await act(resumePosition);
  const { user } = await openApp('/home');
  await screen.findByText('Corner Bakery');
  return { asked, device, user };
}

test('the list contains the stations around the city of the network address, without distances', async () => {
  const { asked } = await openHome(() => HttpResponse.json(inLakeCity));
  expect(await screen.findByText('Lake Hall')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Stations near Lake City' })).toBeDefined();
  expect(screen.queryByText(/walk/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Use my location' })).toBeDefined();
  expect(asked.times).toBe(1);
});

test('if only the country is known, the list contains the stations that are nearest to the middle of the country', async () => {
  const inChina = { ...inLakeCity, lat: 35, lng: 105, precision: 'country', city: null };
  const shanghai = { ...bakery, id: 'CDEFGHX', name: 'Bund Hall', lat: 31.24, lng: 121.49 };
  places.push(shanghai);
  await openHome(() => HttpResponse.json(inChina));
  expect(await screen.findByText('Bund Hall')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Stations in this area' })).toBeDefined();
});

test.each([
  [
    'the country of the center',
    () => HttpResponse.json({ ...inLakeCity, precision: 'country', city: null }),
  ],
  ['no result', () => HttpResponse.json({ status: 'Not found' })],
  ['a city without stations', () => HttpResponse.json({ ...inLakeCity, lat: 10, lng: 10 })],
  ['no answer', () => problem('serverError')],
])(
  'if the network address gives %s, only the browser can give the position, and only after a tap',
  async (_, where) => {
    const { asked, device, user } = await openHome(where);
    await vi.waitFor(() => expect(asked.times).toBeGreaterThan(0));
    expect(screen.getByRole('heading', { name: 'Stations in this area' })).toBeDefined();
    expect(screen.queryByText('Lake Hall')).toBeNull();
    expect(device.asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(device.asked).toHaveLength(1);
    act(() => device.fail('timeout'));
    expect(screen.getAllByText('Location Service Is Not Available').length).toBeGreaterThan(0);
  },
);

test('if the browser has the permission, the city of the network address is not requested', async () => {
  const { asked, device } = await openHome(() => HttpResponse.json(inLakeCity), 'granted');
  act(() => device.find({ lat: lake.lat, lng: lake.lng }));
  expect(await screen.findByRole('heading', { name: 'Nearest station' })).toBeDefined();
  expect((await screen.findAllByText(/min walk/)).length).toBeGreaterThan(0);
  expect(asked.times).toBe(0);
});
