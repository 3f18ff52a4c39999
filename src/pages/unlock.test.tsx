import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { network, problem, fakeNetwork } from '../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../testing/openApp.tsx';
import { mastercard, orderBeingPrepared, station, visa } from '../testing/rider.ts';
import { startTexts } from '../testing/texts.ts';

const unlock = `/payment/unlockChanger?equip_id=${station.id}`;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa, mastercard] })),
    // What the pages that follow ask for.
    http.get(paths.order, () => HttpResponse.json(orderBeingPrepared)),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.orderEvents, () => delay('infinite')),
    http.get(paths.stationTileEvents, () => delay('infinite')),
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

/** Records each POST for a rental and answers it. */
function rentals(answer: () => Response) {
  const seen: { key: string | null; body: unknown }[] = [];
  network.use(
    http.post(paths.rentals, async ({ request }) => {
      seen.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      return answer();
    }),
  );
  return seen;
}

const payButton = () => screen.findByRole('button', { name: 'Pay $1.00 and unlock' });

test('shows the whole price before paying', async () => {
  await openApp(unlock, 'rider');
  await payButton();
  expect(screen.getByRole('heading', { level: 1, name: 'Unlock a charger' })).toBeDefined();
  expect(document.title).toBe('Unlock changer');
  for (const text of [
    'Corner Bakery',
    /Station ABCDEFV · 6 available now/,
    '$1.00 per started hour',
    'at most $10.00 per 24 hours',
    '$20.00 held, not charged',
    'After 24 h',
    'After 48 h',
    /\$30\.00 in all/,
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
});

test('pays once with the default card, and goes on without a way back into it', async () => {
  const seen = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  const { user } = await openApp(unlock, 'rider');
  const pay = await payButton();
  expect(screen.getByRole('radio', { name: 'Visa ending 4242' })).toHaveProperty('checked', true);

  const before = window.history.length;
  await user.dblClick(pay);
  await waitFor(() => expect(window.location.pathname).toBe('/home/rent/preparing'));
  expect(window.location.search).toBe(`?orderId=${orderBeingPrepared.id}`);
  expect(window.history.length).toBe(before);
  expect(seen.map(({ body }) => body)).toEqual([
    { stationId: station.id, paymentMethodId: visa.id, tariffId: 'demo-1' },
  ]);
});

test('pays with the card that was picked', async () => {
  const seen = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'Mastercard ending 4444' }));
  await user.click(await payButton());
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.body).toMatchObject({ paymentMethodId: mastercard.id });
});

test('without an answer it may be tried again, with the same key', async () => {
  const seen = rentals(() => HttpResponse.error());
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  await screen.findByText("We could not hear back. Try again: you won't be charged twice.");
  expect(await screen.findByText('Payments and unlocking need a connection.')).toBeDefined();
  const first = seen[0]?.key;
  expect(first).toMatch(/^[0-9a-f]{32}$/);

  // The connection is back as soon as anything is answered.
  rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await payButton()).toHaveProperty('disabled', false));
  const again = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  await user.click(await payButton());
  await waitFor(() => expect(again.map(({ key }) => key)).toEqual([first]));
});

test('a guest logs in first and comes back', async () => {
  await openApp(unlock);
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(new URLSearchParams(window.location.search).get('next')).toBe(unlock);
});

test('without a payment method, paying asks for one, and the way there comes back', async () => {
  network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  expect((await screen.findByText('Please add payment method')).getAttribute('role')).toBe('alert');
  const add = screen.getByRole('link', { name: 'Add new card' });
  expect(new URL(add.getAttribute('href') ?? '', 'http://x').searchParams.get('next')).toBe(unlock);
});

describe('refusals', () => {
  test.each([
    ['ongoingOrder', /You have an on-going order/, 'See my charger'],
    ['unpaidOrder', /You have an unpaid order/, 'Pay Now'],
  ] as const)('%s names the way on', async (code, text, link) => {
    rentals(() => problem(code, { orderId: orderBeingPrepared.id }));
    const { user } = await openApp(unlock, 'rider');
    await user.click(await payButton());
    await screen.findByText(text);
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/home');
  });

  test.each([
    ['noChargers', '/home/rent/outOfChargers'],
    ['stationOffline', '/home/rent/technicalError'],
    ['paymentDeclined', '/home/rent/paymentError'],
  ] as const)('%s has a page of its own', async (code, page) => {
    rentals(() => problem(code));
    const { user } = await openApp(unlock, 'rider');
    await user.click(await payButton());
    await waitFor(() => expect(window.location.pathname).toBe(page));
    expect(window.location.search).toBe(`?equip_id=${station.id}`);
  });

  test('a changed price is shown before it is paid', async () => {
    rentals(() => problem('priceChanged'));
    const { user } = await openApp(unlock, 'rider');
    const pay = await payButton();
    const dearer = { ...station, tariff: { ...station.tariff, id: 'demo-2', unlockFee: 150 } };
    network.use(http.get(paths.station, () => HttpResponse.json(dearer)));
    await user.click(pay);
    expect(await screen.findByText(/^The price has changed/)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay $1.50 and unlock' })).toBeDefined();
  });
});

test('a station without chargers, and one that is offline, are left before anything is paid', async () => {
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 0 })));
  const first = await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/rent/outOfChargers'));
  first.unmount();

  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, online: false })));
  await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/rent/technicalError'));
});

test('an unknown station leads to typing its id, with what was wrong in the field', async () => {
  network.use(http.get(paths.station, () => problem('stationNotFound')));
  const first = await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/scan'));
  await screen.findByText('Enter correct station ID.');
  first.unmount();

  await openApp('/payment/unlockChanger?equip_id=nonsense', 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/scan'));
});

test('where the price is not to be had, nothing can be paid', async () => {
  network.use(http.get(paths.station, () => problem('serverError')));
  await openApp(unlock, 'rider');
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Price unavailable').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Pay and unlock' })).toHaveProperty('disabled', true);
});
