import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { fakeNetwork, network, noAnswer, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const { tariff: _tariff, at: _at, ...near } = station;
const off = { ...near, id: 'BCDEFGX', name: 'Dark Hall', lat: 41.89, online: false };

// Search the stations in the list, because the map needs a layout, which jsdom lacks.
function serve(stations: object[], detail: () => Response = () => HttpResponse.json(station)) {
  const home = tileOf(station.lat, station.lng, 12);
  network.use(
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const here = x === home.x && y === home.y;
      const at = new Date().toISOString();
      return HttpResponse.json({ z, x, y, at, stations: here ? stations : [], clusters: [] });
    }),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
    http.get(paths.station, detail),
  );
}

const row = async (name: string) => {
  const title = await screen.findByText(name);
  const item = title.closest('li');
  if (!item) throw new Error(`${name} is in no list`);
  return within(item);
};

test('a guest sees nearby stations with chargers, free slots and directions', async () => {
  serve([off, near]);
  const { user } = await openApp('/home');
  const first = await row('Corner Bakery');
  expect(first.getByText('6 chargers · 2 free slots')).toBeDefined();
  expect(first.getByRole('link', { name: 'Directions to Corner Bakery' })).toBeDefined();
  const second = await row('Dark Hall');
  expect(second.getByText('This station is offline right now')).toBeDefined();
  expect(document.title).toBe('Home');
  expect(screen.getByRole('link', { name: 'Scan to rent' }).getAttribute('href')).toBe(
    '/home/scan',
  );
  const age = screen.getByText(/^Updated /);
  await user.hover(age);
  expect(age.title).toMatch(/^\w{3} \d+, \d{4}, \d+:\d{2}\s[AP]M$/);
});

test('a station shows its complete price to guests, and leads to the login until the payment methods are known', async () => {
  serve([near]);
  network.use(http.get(paths.cardForm, noAnswer));
  await openApp(`/home?equip_id=${station.id}`);
  await screen.findByText('$1.00 per started hour');
  for (const text of [
    '2 hours = $3.00',
    '$10.00 per 24 hours',
    '$20.00, held until you return',
    'After 24 hours',
    'After 48 hours',
    'counts as lost: $30.00 in total',
    'Open 24 hours',
    station.id,
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  const unlock = screen.getByRole('link', { name: 'Unlock a charger' });
  expect(unlock.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(`/payment/unlockChanger?equip_id=${station.id}`)}`,
  );
});

test('if the price is unknown, the page shows that', async () => {
  serve([near], () => problem('serverError'));
  await openApp(`/home?equip_id=${station.id}`);
  await screen.findByText('Price unavailable');
  expect(screen.getByRole('heading', { name: 'Corner Bakery' })).toBeDefined();
});

test.each([
  ['a text that is no id', 'A10427'],
  ['an id that the server does not know', '2222222'],
])('%s leads to the field in which the id can be corrected', async (_, id) => {
  serve([near], () => problem('stationNotFound'));
  await openApp(`/home?equip_id=${id}`);
  await waitFor(() => expect(window.location.pathname).toBe('/home/scan'));
  await screen.findByText('Enter correct station ID.');
  const field = screen.getByLabelText<HTMLInputElement>('Enter station ID');
  expect(field.value.replaceAll(' ', '')).toBe(id);
});

test('in an area without stations, a message appears', async () => {
  serve([]);
  await openApp('/home');
  expect(await screen.findByText('No stations nearby')).toBeDefined();
});

test('if the position is not available, the text of the specification is shown', async () => {
  serve([near]);
  const { user } = await openApp('/home');
  await row('Corner Bakery');
  await user.click(screen.getByRole('button', { name: 'Use my location' }));
  const said = within(screen.getByRole('status'));
  expect(await said.findByText('Location Service Is Not Available')).toBeDefined();
});
