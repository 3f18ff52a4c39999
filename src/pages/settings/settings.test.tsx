import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { reportReached } from '../../api/connection.ts';
import { fakeNetwork, network, noAnswer, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider, station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
  network.use(
    http.get(paths.me, () => HttpResponse.json(rider)),
    // Home sends these requests after the logout.
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.orderEvents, () => problem('unavailable')),
    http.get(paths.stationTileEvents, noAnswer),
    http.get(paths.stationTile, ({ params: { z, x, y } }) =>
      HttpResponse.json({
        z: Number(z),
        x: Number(x),
        y: Number(y),
        at: station.at,
        stations: [],
        clusters: [],
      }),
    ),
  );
});
fakeNetwork();

test('a guest sees the link to the login, which leads back to the menu', async () => {
  const { user } = await openApp('/menu');
  expect(screen.getByText('Guest')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  await screen.findByRole('button', { name: 'Continue with phone' });
  expect(window.location.search).toBe('?next=%2Fmenu');
});

test('the rider sees and copies the User ID', async () => {
  const { user } = await openApp('/menu', 'rider');
  expect(screen.getByText('User ID')).toBeDefined();
  expect(screen.getByText('10427755')).toBeDefined();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy User ID' }));
  expect(write).toHaveBeenCalledWith('10427755');
});

test('the theme changes at once and is stored', async () => {
  const { user } = await openApp('/setting');
  await user.click(screen.getByRole('radio', { name: 'Black' }));
  expect(document.documentElement.dataset['theme']).toBe('black');
  expect(localStorage.getItem('theme')).toBe('black');
  await user.click(screen.getByRole('radio', { name: 'System' }));
  expect(localStorage.getItem('theme')).toBeNull();
});

test('directions open in the chosen app, and without a chosen app in the operator’s web map', async () => {
  const { tariff: _tariff, at, photo: _photo, ...near } = station;
  network.use(
    http.get(paths.stationTile, ({ params: { z, x, y } }) =>
      HttpResponse.json({
        z: Number(z),
        x: Number(x),
        y: Number(y),
        at,
        stations: [near],
        clusters: [],
      }),
    ),
  );
  const { user } = await openApp('/setting');
  const way = async () => {
    await user.click(screen.getByRole('button', { name: 'Back' }));
    const [link] = await screen.findAllByRole('link', { name: 'Directions to Corner Bakery' });
    return link?.getAttribute('href');
  };
  expect(screen.getByRole('radio', { name: 'Automatic' })).toHaveProperty('checked', true);
  expect(await way()).toBe('https://maps.example/?to=41.88,-87.63');
  cleanup();

  await openApp('/setting');
  await user.click(screen.getByRole('radio', { name: 'OpenStreetMap' }));
  expect(await way()).toContain('https://www.openstreetmap.org/directions?');
});

test('the switch "Keep messages longer" saves the choice on the device', async () => {
  const { user } = await openApp('/setting');
  const keep = screen.getByRole('switch', { name: /Keep messages longer/ });
  await user.click(keep);
  expect(keep).toHaveProperty('checked', true);
  expect(localStorage.getItem('keepMessages')).toBe('1');
});

test('a logout asks for confirmation, then ends the session on the server and on the device', async () => {
  const ended: (string | null)[] = [];
  network.use(
    http.delete(paths.currentSession, ({ request }) => {
      ended.push(request.headers.get('authorization'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  const question = screen.getByRole('alertdialog', { name: 'Log out?' });
  expect(ended).toEqual([]);

  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(localStorage.getItem('sessionId')).toBeNull());
  expect(ended).toEqual(['Bearer test-session-0123456789']);
  expect(sessionStorage.getItem('userDetail')).toBeNull();
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
});

test('without a network, a logout ends the session on this device', async () => {
  network.use(http.delete(paths.currentSession, () => HttpResponse.error()));
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  const question = screen.getByRole('alertdialog', { name: 'Log out?' });
  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(localStorage.getItem('sessionId')).toBeNull());
});

test("the file with the rider's data is downloaded with the session and saved", async () => {
  const asked: (string | null)[] = [];
  network.use(
    http.get(paths.myData, ({ request }) => {
      asked.push(request.headers.get('authorization'));
      return HttpResponse.json({ user: rider });
    }),
  );
  const downloads: string[] = [];
  URL.createObjectURL = () => 'blob:data';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(`${this.download} ${this.href}`);
  });
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findAllByText('Your data is downloaded.');
  expect(asked).toEqual(['Bearer test-session-0123456789']);
  expect(downloads).toEqual(['my-data.json blob:data']);

  network.use(http.get(paths.myData, () => problem('tooManyRequests')));
  await user.click(await screen.findByRole('button', { name: 'Download my data' }));
  await screen.findByText(/^Too many attempts/);
});

test('an account with an open rental is not deleted, and links to the order', async () => {
  network.use(http.delete(paths.me, () => problem('ongoingOrder', { orderId: 'o1' })));
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete your account?' });
  await user.click(within(question).getByRole('button', { name: 'Delete account' }));
  const refusal = await screen.findByRole('alertdialog', { name: /can't be deleted yet/ });
  expect(refusal.textContent).toContain('Return the charger first.');
  expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/history/detail?orderId=o1');
  expect(localStorage.getItem('sessionId')).not.toBeNull();
});

test('after the deletion the rider is a guest on home, even if the first answer was lost', async () => {
  network.use(
    http.delete(paths.me, () => HttpResponse.error(), { once: true }),
    http.delete(paths.me, () => problem('signInRequired')),
  );
  const { user } = await openApp('/setting', 'rider');
  const press = async (dialog: string | RegExp, button: string) =>
    user.click(
      within(await screen.findByRole('alertdialog', { name: dialog })).getByRole('button', {
        name: button,
      }),
    );
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  await press('Delete your account?', 'Delete account');
  await press(/can't be deleted yet/, 'OK');
  reportReached();
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  await press('Delete your account?', 'Delete account');
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
  expect(await screen.findAllByText('Your account is deleted.')).not.toHaveLength(0);
  expect(localStorage.getItem('sessionId')).toBeNull();
});

test('the language changes at once, without a reload, and is stored', async () => {
  const { user } = await openApp('/setting/changeLanguage');
  const spanish = screen.getByRole('radio', { name: 'Español' });
  expect(screen.getByText('Español').lang).toBe('es');
  await user.click(spanish);
  await screen.findByRole('heading', { level: 1, name: 'Idioma' });
  expect(document.title).toBe('Idioma');
  expect(document.documentElement.lang).toBe('es');
  expect(localStorage.getItem('changeLanguage')).toBe('es');
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await screen.findByRole('heading', { level: 1, name: 'Language' });
});
