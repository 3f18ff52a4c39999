import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import type { Reservation, Reservations } from '../../../../contract/reservations.ts';
import type { Station } from '../../../../contract/stations.ts';
import { fakeNetwork, network, problem } from '../../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../../testing/openApp.tsx';
import { station } from '../../../testing/rider.ts';
import { startTexts } from '../../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

// Load the code in advance, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../RiderHome.tsx'), import('./ReserveAt.tsx')]);
});

const made: Reservation = {
  id: '6f1f4c1e-5a8b-4c55-9a55-0c7b9f2f6c01',
  kind: 'charger',
  stationId: station.id,
  stationName: station.name,
  expiresAt: new Date(Date.now() + 10 * 60_000).toISOString(),
};

/** A server with one station, and with this reservation of the rider. */
function serve(given: Partial<Station>, charger: Reservation | null = null) {
  const shown = { ...station, at: new Date().toISOString(), ...given };
  const state: Reservations = { charger, slot: null, minutes: { charger: 10, slot: 10 } };
  const asked: unknown[] = [];
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.station, () => HttpResponse.json(shown)),
    http.get(paths.stationTile, ({ params: { z, x, y } }) =>
      HttpResponse.json({
        z: Number(z),
        x: Number(x),
        y: Number(y),
        at: shown.at,
        stations: [],
        clusters: [],
      }),
    ),
    http.get(paths.reservations, () => HttpResponse.json(state)),
    http.post(paths.reservations, async ({ request }) => {
      asked.push(await request.json());
      state.charger = made;
      return HttpResponse.json(made, { status: 201 });
    }),
    http.delete(paths.reservation, () => {
      state.charger = null;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return asked;
}

const linked = `/home?equip_id=${station.id}`;
const reserve = { name: 'Reserve for 10 minutes' };
const cancel = { name: 'Cancel the reservation' };
/** The code of the button loads after the sheet. On a busy machine, the button appears late. */
const findButton = (which: { name: string }) => screen.findByRole('button', which);

/** Each check finds the button again, because the app may replace the sheet and its button. */
const expectFocusOn = (which: { name: string }) =>
  waitFor(() => expect(screen.getByRole('button', which)).toBe(document.activeElement));

test('before and after a reservation, the sheet warns that the venue is closed', async () => {
  const warning = 'Closed now: make sure you can get in.';
  serve({ chargers: 3, hours: Array.from({ length: 7 }, () => null) });
  const { user } = await openApp(linked, 'rider');
  const button = await findButton(reserve);
  expect(screen.getByText(warning)).toBeDefined();
  await user.click(button);
  await expectFocusOn(cancel);
  expect(screen.getByText(warning)).toBeDefined();
});

test('a rider reserves a charger, and cancels the reservation; the focus stays at the button', async () => {
  const asked = serve({ chargers: 3 });
  const { user } = await openApp(linked, 'rider');
  await user.click(await findButton(reserve));
  await expectFocusOn(cancel);
  expect(asked).toEqual([{ kind: 'charger', stationId: station.id }]);
  expect(screen.getByText('10 minutes left')).toBeDefined();
  await user.click(screen.getByRole('button', cancel));
  await expectFocusOn(reserve);
});

test('if the app estimates the server time too early, a new reservation shows no more minutes than it lasts', async () => {
  serve(
    { chargers: 3 },
    { ...made, expiresAt: new Date(Date.now() + 10.5 * 60_000).toISOString() },
  );
  await openApp(linked, 'rider');
  expect(await screen.findByText('10 minutes left')).toBeDefined();
});

test('the sheet leads a rider with a reservation of the last charger to the unlock, not to a watch', async () => {
  serve({ chargers: 0 }, made);
  await openApp(linked, 'rider');
  await findButton(cancel);
  expect(screen.queryByRole('button', { name: 'Tell me when a charger is here' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Unlock a charger' })).toBeDefined();
});

test('a paused station offers no unlock, and no watch for a charger', async () => {
  serve({ chargers: 0, paused: true });
  await openApp(linked, 'rider');
  await screen.findByText('Returns only right now · 2 free slots');
  expect(screen.queryByRole('link', { name: 'Unlock a charger' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Tell me when a charger is here' })).toBeNull();
});

test('a refusal is shown in words, and a station without chargers offers no reservation', async () => {
  serve({ chargers: 1 });
  network.use(http.post(paths.reservations, () => problem('reservationLimit')));
  const { user, unmount } = await openApp(linked, 'rider');
  await user.click(await findButton(reserve));
  expect((await screen.findByRole('alert')).textContent).toMatch(/reserve again later/);
  unmount();
  serve({ chargers: 0 });
  await openApp(linked, 'rider');
  await screen.findByRole('button', { name: 'Tell me when a charger is here' });
  expect(screen.queryByRole('button', reserve)).toBeNull();
});

test('without a network the button is disabled and has a reason', async () => {
  serve({ chargers: 3 });
  const { user } = await openApp(linked, 'rider');
  const button = await findButton(reserve);
  network.use(http.all('*', () => HttpResponse.error()));
  await user.click(button);
  expect(await screen.findByText('Reservations need a connection.')).toBeDefined();
  await waitFor(() => expect(screen.getByRole('button', reserve)).toHaveProperty('disabled', true));
});
