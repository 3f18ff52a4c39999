import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Coupon } from '../../../contract/coupons.ts';
import type { PaymentMethod } from '../../../contract/payment.ts';
import type { Reservation } from '../../../contract/reservations.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { network, noAnswer, problem, fakeNetwork } from '../../testing/fakeNetwork.ts';
import { cardForm } from '../../testing/cardForm.ts';
import { playFrame } from '../../testing/issuer.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeUnpaid, usd } from '../../testing/orders.ts';
import { payNowButton } from '../../testing/payNow.ts';
import { mastercard, orderBeingPrepared, payPal, station, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const unlock = `/payment/unlockChanger?equip_id=${station.id}`;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa, mastercard] })),
    // The pages that open after the payment send these requests.
    http.get(paths.order, () => HttpResponse.json(orderBeingPrepared)),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.orderEvents, noAnswer),
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

/** Records each POST of a rental and answers it. */
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

test('the page warns before the payment that the venue is closed', async () => {
  const hours = Array.from({ length: 7 }, () => null);
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, hours })));
  await openApp(unlock, 'rider');
  await payButton();
  expect(screen.getByText('Closed now: make sure you can get in.')).toBeDefined();
});

test('the page shows the complete price before the payment', async () => {
  await openApp(unlock, 'rider');
  await payButton();
  expect(screen.queryByText(/closed now/)).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: 'Unlock a charger' })).toBeDefined();
  expect(document.title).toBe('Unlock changer');
  for (const text of [
    'Corner Bakery',
    /Station ABCDEFV · 6 available now/,
    '$1.00 per started hour',
    'at most $10.00 per 24 hours',
    'Held now: $21.00',
    '($1.00 fee + $20.00 deposit)',
    'You pay when you return: only what is due. The rest is released.',
    'After 24 h',
    'After 48 h',
    /You pay at most \$30\.00/,
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
});

test('the page pays once with the default card, and Back does not lead to the payment', async () => {
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
    {
      stationId: station.id,
      paymentMethodId: visa.id,
      useGoCash: false,
      couponId: null,
      tariffId: 'demo-1',
    },
  ]);
});

test('the page pays with the card that the rider has chosen', async () => {
  const seen = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await screen.findByRole('radio', { name: 'Mastercard ending 4444' }));
  await user.click(await payButton());
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.body).toMatchObject({ paymentMethodId: mastercard.id });
});

test('after a missing answer, the payment can be repeated with the same key', async () => {
  const seen = rentals(() => HttpResponse.error());
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  await screen.findByText(
    "The server did not answer, so we don't know yet whether the unlock worked. You can't be charged twice. Try again.",
  );
  expect(await screen.findByText('Payments and unlocking need a connection.')).toBeDefined();
  const first = seen[0]?.key;
  expect(first).toMatch(/^[0-9a-f]{32}$/);

  // The answer to any request makes the app online again.
  rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await payButton()).toHaveProperty('disabled', false));
  const again = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
  await user.click(await payButton());
  await waitFor(() => expect(again.map(({ key }) => key)).toEqual([first]));
});

describe('GoCash', () => {
  const balance = (total: number) =>
    network.use(
      http.get(paths.wallet, () =>
        HttpResponse.json({
          total: usd(total),
          topUp: usd(total),
          bonus: usd(0),
          offers: [],
          refundable: null,
        }),
      ),
    );

  test('GoCash pays, and the deposit is held on the selected method', async () => {
    balance(500);
    const seen = rentals(() => HttpResponse.json(orderBeingPrepared, { status: 202 }));
    const { user } = await openApp(unlock, 'rider');
    const goCash = await screen.findByRole('radio', { name: 'GoCash' });
    await waitFor(() => expect(goCash).toHaveProperty('disabled', false));
    expect(screen.getByText('Balance $5.00')).toBeDefined();
    await user.click(goCash);
    expect(screen.getByText(/deposit of \$20\.00 is held on Visa ending 4242/)).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Deposit held on'), 'Mastercard ending 4444');
    expect(screen.getByText('With GoCash, deposit held on Mastercard ending 4444')).toBeDefined();
    expect(goCash).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Pay $1.00 and unlock' }));
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]?.body).toMatchObject({ paymentMethodId: mastercard.id, useGoCash: true });
  });

  test('GoCash is always listed, and a text explains that a balance below the unlock fee needs a top-up', async () => {
    balance(99);
    await openApp(unlock, 'rider');
    expect(
      await screen.findByText('You have insufficient amount of GoCash. Balance $0.99'),
    ).toBeDefined();
    expect(screen.getByRole('radio', { name: 'GoCash' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('link', { name: 'Add GoCash' }).getAttribute('href')).toBe(
      '/payment/addGoCash',
    );
  });

  test.each([
    ['no payment method', []],
    ['PayPal only', [payPal]],
  ])('GoCash requires a card, and is disabled with %s', async (_what, methods) => {
    balance(500);
    network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods })));
    await openApp(unlock, 'rider');
    await screen.findByText(
      'Please add another payment method (credit/debit card) before using GoCash.',
    );
    expect(screen.getByRole('radio', { name: 'GoCash' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('link', { name: 'Add new card' })).toBeDefined();
  });
});

describe('coupons', () => {
  const coupon = (id: string, changes: Partial<Coupon>): Coupon => ({
    id,
    kind: 'amountOff',
    amount: usd(50),
    minutes: null,
    minimumTotal: null,
    firstRentalOnly: false,
    state: 'available',
    redeemedAt: '2026-11-01T10:00:00.000Z',
    expiresAt: null,
    usedAt: null,
    orderId: null,
    ...changes,
  });
  const small = coupon('0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c001', {});
  const large = coupon('0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c002', { amount: usd(300) });
  const spent = coupon('0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c003', { amount: usd(900), state: 'used' });

  beforeEach(() =>
    network.use(
      http.get(paths.coupons, () =>
        HttpResponse.json({ coupons: [spent, small, large], isFirstRental: false }),
      ),
    ),
  );

  test('the payment is disabled until the valid coupons are known, because the price is unknown', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    network.use(
      http.get(paths.coupons, async () => {
        await asked;
        return HttpResponse.json({ coupons: [small], isFirstRental: false });
      }),
    );
    await openApp(unlock, 'rider');
    await screen.findByRole('radio', { name: 'Visa ending 4242' });
    await screen.findByText('Corner Bakery');
    expect(screen.getByRole('button', { name: 'Pay and unlock' })).toHaveProperty('disabled', true);
    answer();
    const pay = await screen.findByRole('button', { name: 'Pay $0.50 and unlock' });
    expect(pay).toHaveProperty('disabled', false);
  });

  test('a fee below the minimum charge is held with the deposit', async () => {
    const tariff = { ...station.tariff, minimumCharge: 50 };
    network.use(
      http.get(paths.station, () => HttpResponse.json({ ...station, tariff })),
      http.get(paths.coupons, () => {
        const coupons = [coupon(small.id, { amount: usd(60) })];
        return HttpResponse.json({ coupons, isFirstRental: false });
      }),
    );
    await openApp(unlock, 'rider');
    await screen.findByRole('button', { name: 'Pay $0.40 and unlock' });
    expect(screen.queryByText(/can't be held/)).toBeNull();
  });

  test('without a deposit, a fee below the minimum charge is charged at the end, and the page explains this', async () => {
    const tariff = { ...station.tariff, deposit: 0, minimumCharge: 50 };
    network.use(
      http.get(paths.station, () => HttpResponse.json({ ...station, tariff })),
      http.get(paths.coupons, () => {
        const coupons = [coupon(small.id, { amount: usd(60) })];
        return HttpResponse.json({ coupons, isFirstRental: false });
      }),
    );
    await openApp(unlock, 'rider');
    await screen.findByRole('button', { name: 'Unlock, nothing to pay now' });
    expect(
      screen.getByText("You pay this after the return, because less than $0.50 can't be held"),
    ).toBeDefined();
  });

  test('the best coupon is applied, and the rider can select another coupon or none', async () => {
    const seen = rentals(() => problem('priceChanged'));
    const { user } = await openApp(unlock, 'rider');
    await user.click(await screen.findByRole('button', { name: 'Unlock, nothing to pay now' }));
    await screen.findByText(/^The price has changed/);
    expect(screen.getByText('-$1.00')).toBeDefined();
    expect(screen.getByText('$2.00 more off the usage')).toBeDefined();

    const take = async (name: string) => {
      await user.click(screen.getByRole('button', { name: /^(Change|Use a) coupon$/ }));
      await user.click(screen.getByRole('radio', { name }));
      await user.click(screen.getByRole('button', { name: 'Use this choice' }));
    };
    await take('$0.50 off');
    await user.click(await screen.findByRole('button', { name: 'Pay $0.50 and unlock' }));
    await waitFor(() => expect(seen).toHaveLength(2));
    await take('No coupon');
    await user.click(await payButton());
    await waitFor(() => expect(seen).toHaveLength(3));
    expect(seen.map(({ body }) => body)).toEqual([
      expect.objectContaining({ couponId: large.id }),
      expect.objectContaining({ couponId: small.id }),
      expect.objectContaining({ couponId: null }),
    ]);
  });
});

describe('payment sheets', () => {
  const applePay: PaymentMethod = {
    ...visa,
    id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a009',
    kind: 'applePay',
    isDefault: false,
  };

  beforeEach(() =>
    network.use(http.get(paths.cardForm, () => HttpResponse.json(cardForm('applePay', 'payPal')))),
  );

  test('payment sheets lead to the unlock, and a saved method does not open its sheet again', async () => {
    let saved = [visa, payPal];
    network.use(
      http.get(paths.paymentMethods, () => HttpResponse.json({ methods: saved })),
      http.post(paths.paymentMethods, () => {
        saved = [visa, payPal, applePay];
        return HttpResponse.json(applePay, { status: 201 });
      }),
    );
    const seen = rentals(() => problem('unavailable'));
    const { user } = await openApp(unlock, 'rider');
    await screen.findByRole('radio', { name: 'Apple Pay' });
    const order = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    // The selected method comes first.
    expect(order()).toEqual([visa.id, 'applePay', payPal.id, 'goCash']);
    await user.click(screen.getByRole('radio', { name: 'Apple Pay' }));
    const pay = () => screen.getByRole('button', { name: 'Pay $1.00 with Apple Pay' });
    await waitFor(() => expect(pay()).toHaveProperty('disabled', false));
    await user.click(pay());
    const sheet = await playFrame(/^Apple Pay/);
    sheet.send({ type: 'cancelled' });
    await screen.findByText(/^Apple Pay was cancelled/);
    expect(seen).toEqual([]);

    await user.click(pay());
    const again = await playFrame(/^Apple Pay/);
    again.send({ type: 'token', token: 'tok_0123456789', brand: 'visa', last4: '4242' });
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]?.body).toMatchObject({ paymentMethodId: applePay.id, useGoCash: false });
    await waitFor(() => expect(order()).toEqual([visa.id, applePay.id, payPal.id, 'goCash']));
    expect(screen.getByRole('radio', { name: 'Apple Pay · Visa ending 4242' })).toHaveProperty(
      'checked',
      true,
    );
    await user.click(await payButton());
    await waitFor(() => expect(seen).toHaveLength(2));
  });
});

test('if an unpaid order cannot be paid on this page, a link leads to home', async () => {
  network.use(http.get(paths.order, () => problem('serverError')));
  rentals(() => problem('unpaidOrder', { orderId: orderBeingPrepared.id }));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  await screen.findByText(/You have an unpaid order/);
  const link = await screen.findByRole('link', { name: 'Pay Now' });
  expect(link.getAttribute('href')).toBe('/home');
});

test('an unpaid order is paid on this page, and the unlock continues', async () => {
  const owed = makeUnpaid();
  let order = owed;
  const paid: unknown[] = [];
  network.use(
    http.get(paths.order, () => HttpResponse.json(order)),
    http.post(paths.payOrder, async ({ request }) => {
      paid.push(await request.json());
      order = { ...owed, state: 'complete', status: 'complete', due: usd(0) };
      return HttpResponse.json(order);
    }),
  );
  rentals(() => problem('unpaidOrder', { orderId: owed.id }));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  await screen.findByText(/You have an unpaid order/);
  await user.click(await payNowButton());
  await user.click(screen.getByRole('button', { name: 'Pay $3.00' }));
  await waitFor(() => expect(screen.queryByText(/You have an unpaid order/)).toBeNull());
  expect(paid).toEqual([{ paymentMethodId: visa.id, goCash: false, methodPays: 300 }]);
  expect(await payButton()).toBeDefined();
  expect(window.location.pathname).toBe('/payment/unlockChanger');
});

test('a guest must log in first and then sees the page', async () => {
  await openApp(unlock);
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(new URLSearchParams(window.location.search).get('next')).toBe(unlock);
});

test('without a payment method the page asks for one, and the link to add one leads back to the page', async () => {
  network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })));
  const { user } = await openApp(unlock, 'rider');
  await user.click(await payButton());
  expect((await screen.findByText('Please add payment method')).getAttribute('role')).toBe('alert');
  const add = screen.getByRole('link', { name: 'Add new card' });
  expect(new URL(add.getAttribute('href') ?? '', 'http://x').searchParams.get('next')).toBe(unlock);
});

describe('refusals', () => {
  test.each([['ongoingOrder', /You have an on-going order/, 'See my charger']] as const)(
    'the refusal %s explains the next step',
    async (code, text, link) => {
      rentals(() => problem(code, { orderId: orderBeingPrepared.id }));
      const { user } = await openApp(unlock, 'rider');
      await user.click(await payButton());
      await screen.findByText(text);
      expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/home');
    },
  );

  test.each([
    ['noChargers', '/home/rent/outOfChargers'],
    ['stationOffline', '/home/rent/technicalError'],
    ['paymentDeclined', '/home/rent/paymentError'],
  ] as const)('the refusal %s has its own page', async (code, page) => {
    rentals(() => problem(code));
    const { user } = await openApp(unlock, 'rider');
    await user.click(await payButton());
    await waitFor(() => expect(window.location.pathname).toBe(page));
    expect(window.location.search).toBe(`?equip_id=${station.id}`);
  });

  test('a changed price is shown before the rider pays it', async () => {
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

test('if the station is empty or offline, another page opens before the payment', async () => {
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 0 })));
  const first = await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/rent/outOfChargers'));
  first.unmount();

  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, online: false })));
  await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/rent/technicalError'));
});

test('the page of a paused station explains the pause, takes no payment, and leads to another station', async () => {
  const hours = Array.from({ length: 7 }, () => null);
  const paused = { ...station, chargers: 0, paused: true, hours };
  const near = { ...station, id: 'BCDEFGX', name: 'Central Library' };
  network.use(
    http.get(paths.station, () => HttpResponse.json(paused)),
    http.get(paths.stationTile, ({ params: { z, x, y } }) =>
      HttpResponse.json({
        z: Number(z),
        x: Number(x),
        y: Number(y),
        at: station.at,
        stations: [paused, near],
        clusters: [],
      }),
    ),
  );
  const { store } = await openApp(unlock, 'rider');
  expect(
    await screen.findByText(/^You can return chargers here, but not rent one right now/),
  ).toBeDefined();
  await screen.findByText('Corner Bakery');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByText(/closed now/)).toBeNull();
  const other = screen.getByRole('link', { name: 'Try another station' });
  expect(other.getAttribute('href')).toBe('/search');
  expect(await screen.findByRole('link', { name: /^Central Library/ })).toBeDefined();

  // While the app requests the station again, the page must not change.
  let asked = 0;
  network.use(
    http.get(paths.station, () => {
      asked += 1;
      return noAnswer();
    }),
  );
  const { initiate } = stationsApi.endpoints.getStation;
  act(() => void store.dispatch(initiate(station.id, { forceRefetch: true })));
  await waitFor(() => expect(asked).toBe(1));
  expect(
    screen.getByText(/^You can return chargers here, but not rent one right now/),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  expect(window.location.pathname).toBe('/payment/unlockChanger');
});

test('if the station becomes paused, the alert appears once, and the focus moves from the form to the heading', async () => {
  const { user } = await openApp(unlock, 'rider');
  const button = await payButton();
  const alert = button.closest('body')?.querySelector('main [role=alert]');
  act(() => button.focus());
  const pauseStation = () =>
    network.use(
      http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 0, paused: true })),
    );
  network.use(
    http.post(paths.rentals, () => {
      pauseStation();
      return problem('stationPaused');
    }),
  );
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull());
  expect(screen.getByRole('alert')).toBe(alert);
  expect(alert?.textContent).toContain('You can return chargers here, but not rent one right now');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('a rider who reserved the last charger of a station can unlock this charger', async () => {
  const charger: Reservation = {
    id: '6f1f4c1e-5a8b-4c55-9a55-0c7b9f2f6c01',
    kind: 'charger',
    stationId: station.id,
    stationName: station.name,
    expiresAt: new Date(Date.now() + 10 * 60_000).toISOString(),
  };
  network.use(
    http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 0 })),
    http.get(paths.reservations, () =>
      HttpResponse.json({ charger, slot: null, minutes: { charger: 10, slot: 10 } }),
    ),
  );
  await openApp(unlock, 'rider');
  await payButton();
  expect(window.location.pathname).toBe('/payment/unlockChanger');
});

test('an unknown or invalid station ID leads to the field for the ID', async () => {
  network.use(http.get(paths.station, () => problem('stationNotFound')));
  const first = await openApp(unlock, 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/scan'));
  await screen.findByText('Enter correct station ID.');
  first.unmount();

  await openApp('/payment/unlockChanger?equip_id=nonsense', 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home/scan'));
});

test('if the price fails to load, the rider cannot pay', async () => {
  network.use(http.get(paths.station, () => problem('serverError')));
  await openApp(unlock, 'rider');
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('Price unavailable').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Pay and unlock' })).toHaveProperty('disabled', true);
});
