import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { loadingMs } from '../../../../contract/rules/app/waits.ts';
import type { Station } from '../../../../contract/stations.ts';
import { noteServerTime } from '../../../api/serverClock.ts';
import { resumePosition } from '../../../features/stations/location/position.ts';
import { stationsApi } from '../../../features/stations/stationsApi.ts';
import { cardForm } from '../../../testing/cardForm.ts';
import { FakeGeolocation } from '../../../testing/fakeGeolocation.ts';
import { fakeNetwork, network } from '../../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../../testing/openApp.tsx';
import { station } from '../../../testing/rider.ts';
import { startTexts } from '../../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
fakeNetwork();

const { tariff: _tariff, at: _at, photo: _photo, ...bakery } = station;
const next = { ...bakery, id: 'BCDEFGX', name: 'Lake Hall', lat: 41.8825, chargers: 2 };
const nearer = { ...bakery, id: 'CDEFGH2', name: 'Closed Gym', lat: 41.8805, hours: closed() };

function closed() {
  return Array.from({ length: 7 }, () => null);
}

/**
 * Returns the sheet without the live region, because the live region keeps its text for some time.
 */
const sheet = () => within(screen.getByRole('main'));

async function openStation(given: Partial<Station> = {}, state: unknown = null) {
  const now = new Date().toISOString();
  const shown = { ...station, at: now, ...given };
  network.use(
    http.get(paths.ipLocation, () => HttpResponse.json({ status: 'Not found' })),
    http.get(paths.station, () => HttpResponse.json(shown)),
    http.get(paths.stationTile, ({ params: { z, x, y } }) => {
      const stations = z === '12' ? [bakery, next, nearer] : [];
      return HttpResponse.json({
        z: Number(z),
        x: Number(x),
        y: Number(y),
        at: now,
        stations,
        clusters: [],
      });
    }),
  );
  const { store } = await openApp(`/home?equip_id=${station.id}`, 'guest', state);
  await screen.findByText('$1.00 per started hour');
  /** Simulates a live event of the cabinet. */
  const change = (changed: Partial<Station>) =>
    act(() => {
      store.dispatch(
        stationsApi.util.updateQueryData('getStation', station.id, (draft) => {
          Object.assign(draft, changed);
        }),
      );
    });
  return { change };
}

test('the handle of the sheet of a station has the label "Show more" or "Show less"', async () => {
  await openStation();
  const handle = sheet().getByRole('button', { expanded: false });
  expect(handle.getAttribute('aria-label')).toBe('Show more');
  vi.stubGlobal('scrollY', window.innerHeight);
  fireEvent.scroll(window);
  expect(sheet().getByRole('button', { expanded: true }).getAttribute('aria-label')).toBe(
    'Show less',
  );
});

test.each([
  ['ran empty', { chargers: 0 }, 'This station is now empty.'],
  ['went offline', { online: false, chargers: 0 }, 'This station just went offline.'],
])('if the open station %s, its sheet shows the next open station', async (_, changed, text) => {
  const { change } = await openStation();
  expect(sheet().queryByText(/Nearest open station with a charger/)).toBeNull();
  change(changed);
  const card = await sheet().findByText(
    `${text} Nearest open station with a charger: Lake Hall, 3 min walk`,
  );
  const status = within(screen.getByRole('status'));
  // The app announces the text when all tiles have loaded. If a request has no answer after 30 seconds, the app sends
  // it again. Wait until the second answer.
  const spoken = await status.findByText(new RegExp(text), {}, { timeout: 2 * loadingMs });
  expect(spoken).toBeDefined();
  const show = within(card.parentElement ?? card).getByRole('link', { name: 'Show' });
  expect(show.getAttribute('href')).toBe('/home?equip_id=BCDEFGX');
});

test('a rider who wants to return a charger is notified about the last free slot, and not about the last charger', async () => {
  const openedFrom = '/search?for=return';
  const { change } = await openStation({}, { openedFrom });
  change({ chargers: 0 });
  await sheet().findByText('2 free slots · 0 chargers');
  expect(sheet().queryByText(/is now empty/)).toBeNull();
  change({ chargers: 8, freeSlots: 0 });
  const text =
    'This station is now full. Nearest open station with a free slot: Lake Hall, 3 min walk';
  await sheet().findByText(text);
});

test('the sheet of a paused station leads to the nearest station with a charger, and to no unlock', async () => {
  await openStation({ chargers: 0, paused: true });
  expect(await sheet().findByText(/^Nearest open station with a charger: Lake Hall/)).toBeDefined();
  expect(document.querySelector('.home-foot')).toBeNull();
});

test('a station that was empty when it was opened shows the next station, and reports no change', async () => {
  const { change } = await openStation({ chargers: 0 });
  await sheet().findByText('Nearest open station with a charger: Lake Hall, 3 min walk');
  expect(sheet().queryByText(/is now empty/)).toBeNull();
  change({ chargers: 1 });
  await sheet().findByText('1 charger · 2 free slots');
  change({ chargers: 0 });
  expect(await sheet().findByText(/is now empty/)).toBeDefined();
});

test('the message about an empty station also appears if the device clock is an hour ahead', async () => {
  const hourAgo = new Date(Date.now() - 3600_000).toISOString();
  noteServerTime(hourAgo);
  try {
    const { change } = await openStation({ at: hourAgo });
    change({ chargers: 0 });
    expect(await sheet().findByText(/is now empty/)).toBeDefined();
  } finally {
    noteServerTime(new Date().toISOString());
  }
});

test('if the stored counts are from an earlier visit, no message about a change appears', async () => {
  const { change } = await openStation({ at: '2026-11-01T10:00:00.000Z' });
  change({ chargers: 0, at: new Date().toISOString() });
  await sheet().findByText('0 chargers · 2 free slots');
  expect(sheet().queryByText(/is now empty/)).toBeNull();
});

test('the photo has a description, and a blurred picture replaces a photo that has not loaded or fails to load', async () => {
  const photoBlur = 'data:image/webp;base64,UklGRg==';
  await openStation({ photo: '/sandbox/photos/ABCDEFV.svg', photoBlur });
  const blur = () => document.querySelector(`.st-top .st-photo img[src="${photoBlur}"]`);
  expect(blur()).not.toBeNull();
  const picture = screen.getByRole('img', { name: 'Where the cabinet is at Corner Bakery' });
  // The first screen may already show the photo. With `loading="lazy"`, the app would then show the
  // blurred preview again.
  expect(picture.getAttribute('loading')).toBeNull();
  expect(picture.getAttribute('width')).toBe('640');
  fireEvent.error(picture);
  expect(screen.queryByRole('img', { name: /Where the cabinet is/ })).toBeNull();
  expect(blur()).not.toBeNull();
});

test('a guest reads above the payment that the venue is closed', async () => {
  network.use(http.get(paths.cardForm, () => HttpResponse.json(cardForm())));
  await openStation({ hours: closed() });
  expect(await sheet().findByText(/^Closed now: make sure/)).toBeDefined();
});

test('the sheet shows beside the address that the station is closed', async () => {
  await openStation({ hours: closed() });
  expect(sheet().getByText(`Closed now · ${station.address}`)).toBeDefined();
});

test('the sheet shows only the address of a station that is open', async () => {
  await openStation();
  expect(sheet().getByText(station.address)).toBeDefined();
});

test('the week is listed, and today is highlighted', async () => {
  const hours = ['09:00-17:00', '18:00-02:00', null, '00:00-24:00', null, null, null];
  await openStation({ hours, timeZone: 'UTC' });
  const day = (name: string) => within(screen.getByText(name).parentElement ?? document.body);
  expect(day('Monday').getByText('9:00 AM – 5:00 PM')).toBeDefined();
  expect(day('Tuesday').getByText('6:00 PM – 2:00 AM')).toBeDefined();
  expect(day('Wednesday').getByText('Closed')).toBeDefined();
  expect(day('Thursday').getByText('Open 24 hours')).toBeDefined();
  const today = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
  expect(screen.getByText(today.format()).parentElement?.ariaCurrent ?? 'date').toBe('date');
  expect(document.querySelectorAll('[aria-current="date"]')).toHaveLength(1);
});

test('a user near the station sees the distance and direction', async () => {
  const device = new FakeGeolocation();
  device.install('granted');
  await openStation();
  expect(screen.queryByText('From you')).toBeNull();
  await act(resumePosition);
  act(() => device.find({ lat: station.lat - 0.0015, lng: station.lng - 0.002 }));
  expect(screen.getByText('From you')).toBeDefined();
  expect(screen.getByText('240 m northeast · 3 min walk')).toBeDefined();
});
