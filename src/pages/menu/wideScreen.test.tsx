import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { fakeNetwork, network, noAnswer } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.me, () => HttpResponse.json(rider)),
    http.get(paths.orders, () => HttpResponse.json({ orders: [], nextCursor: null })),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.stationTileEvents, noAnswer),
    http.get(paths.mySessions, () => HttpResponse.json({ sessions: [] })),
  );
});
fakeNetwork();

/** Fakes a window whose width the test can reduce. */
function stretchable() {
  const query = Object.assign(new EventTarget(), {
    matches: true,
    media: '',
    onchange: null,
    addListener() {},
    removeListener() {},
  });
  const others = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    media.includes('1200px') ? query : others(media),
  );
  return {
    narrow: () =>
      act(() => {
        query.matches = false;
        query.dispatchEvent(new Event('change'));
      }),
  };
}

test('the menu is next to the page, is the first element, and highlights the current page', async () => {
  stretchable();
  const { user } = await openApp('/history', 'rider');
  const nav = within(await screen.findByRole('navigation', { name: 'Menu' }));
  const rows = nav.getAllByRole('link').map((link) => link.textContent);
  expect(rows).toEqual([
    'Home',
    'Search stations',
    'Scan',
    'Payment',
    'Order history',
    'Get free',
    'Offers',
    'Coupons',
    'Notification',
    'Help center',
    'Become a host',
    'Settings',
  ]);
  expect(nav.getByRole('link', { name: 'Order history' }).ariaCurrent).toBe('page');
  expect(await screen.findByText('10427755')).toBeDefined();

  const order = screen.getByRole('link', { name: 'Settings' });
  const page = screen.getByRole('main');
  expect(order.compareDocumentPosition(page)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await user.click(nav.getByRole('link', { name: 'Settings' }));
  await user.click(await screen.findByRole('link', { name: /^Devices/ }));
  await screen.findByRole('heading', { level: 1, name: 'Devices' });
  const settings = nav.getByRole('link', { name: 'Settings' });
  expect(settings.getAttribute('aria-current')).toBe('true');
});

test.each([
  ['/payment/unlockChanger', 'Home'],
  ['/share', 'Coupons'],
  ['/pdfDownload', 'Order history'],
  ['/startGuide', 'Help center'],
])('the menu highlights the destination to which %s belongs', async (address, name) => {
  stretchable();
  await openApp(address, 'rider');
  const nav = within(await screen.findByRole('navigation', { name: 'Menu' }));
  expect(nav.getByRole('link', { name }).ariaCurrent).toBe('true');
  expect(nav.getByRole('link', { name: 'Payment' }).ariaCurrent).toBeNull();
});

test('the menu highlights the rider while a page of the profile is open', async () => {
  stretchable();
  await openApp('/profile/yourInfo', 'rider');
  const link = await screen.findByRole('link', { name: /View profile/ });
  expect(link.ariaCurrent).toBe('true');
});

test('the menu next to the page replaces the menu page while the window is wide', async () => {
  const { narrow } = stretchable();
  await openApp('/menu');
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
  await screen.findByRole('navigation', { name: 'Menu' });
  narrow();
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
});

test('after the login, a guest returns to the page on which the guest used the menu', async () => {
  stretchable();
  const { user } = await openApp('/setting');
  await user.click(await screen.findByRole('link', { name: 'Log in' }));
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(window.location.search).toBe('?next=%2Fsetting');
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});
