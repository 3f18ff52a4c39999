import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Claim } from '../../../contract/claims.ts';
import type { Order } from '../../../contract/orders.ts';
import type { Reservations } from '../../../contract/reservations.ts';
import { paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { resumePosition } from '../../features/stations/location/position.ts';
import { formatTimeOrDate } from '../../lib/format/timeOrDate.ts';
import { FakeGeolocation } from '../../testing/fakeGeolocation.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { notificationSettings } from '../../testing/notifications.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import {
  ago,
  makeOrder,
  makePayment,
  makeReturned,
  makeHold,
  makeUnpaid,
  usd,
} from '../../testing/orders.ts';
import { payNowButton } from '../../testing/payNow.ts';
import { station, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const place = { ...station, id: 'BCDEFGX', name: 'Central Library', freeSlots: 5 };
const full = { ...station, id: 'CDEFGHZ', name: 'Full House', freeSlots: 0 };

function serve(first: Order | null) {
  let current = first;
  const home = tileOf(station.lat, station.lng, 12);
  network.use(
    http.get(paths.currentOrder, () =>
      HttpResponse.json({ order: current && { ...current, now: new Date().toISOString() } }),
    ),
    http.get(paths.order, () => HttpResponse.json(current)),
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })),
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const here = z === home.z && x === home.x && y === home.y;
      const stations = here ? [full, place] : [];
      return HttpResponse.json({ z, x, y, at: ago(0), stations, clusters: [] });
    }),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
  return (next: Order | null) => {
    current = next;
  };
}

const openHome = () => openApp('/home', 'rider');

/** The table of prices by the time of the return, as pairs of a label and an amount. */
function prices() {
  const rows = [...document.querySelectorAll('main dl > div')];
  return rows.map((row) => [...row.children].map((part) => part.textContent));
}

// Load the code of a rider's home in advance, so that the tests do not wait for it.
beforeAll(async () => {
  await import('./RiderHome.tsx');
});

/**
 * A time with an optional date. If the test runs shortly before midnight, the time is on the next
 * day and has a date.
 */
const time = String.raw`(?:\w{3} \d+, \d{4}, )?\d+:\d\d\s[AP]M`;

test('while the charger is out, home shows time, cost, rate, limits and stations for the return', async () => {
  serve(makeOrder());
  await openHome();
  await screen.findAllByText('Charging...');
  expect(screen.getByRole('timer', { name: 'Elapsed time' }).textContent).toContain('1:42');
  expect(prices()).toEqual([
    [expect.stringMatching(new RegExp(`^Return by ${time}$`)), '$3.00'],
    ['Later', 'from $4.00'],
  ]);
  expect(screen.getByText('$1.00 per started hour, at most $10.00 per 24 hours')).toBeDefined();
  expect(screen.getByText(/After 24 hours we charge the whole hold of \$21\.00/)).toBeDefined();
  const names = await screen.findAllByText(/Central Library|Full House/);
  expect(names[0]?.textContent).toBe('Central Library');
  expect(screen.getByRole('link', { name: 'Find a return slot' })).toBeDefined();
});

test('with a reserved slot, the main button leads to its station', async () => {
  serve(makeOrder());
  network.use(
    http.get(paths.reservations, () =>
      HttpResponse.json({
        charger: null,
        slot: {
          id: '6f1f4c1e-5a8b-4c55-9a55-0c7b9f2f6c01',
          kind: 'slot',
          stationId: place.id,
          stationName: place.name,
          expiresAt: ago(-10),
        },
        minutes: { charger: 10, slot: 10 },
      } satisfies Reservations),
    ),
  );
  await openHome();
  const link = await screen.findByRole('link', { name: 'Go to your reserved slot' });
  expect(link.getAttribute('href')).toBe(`/home?equip_id=${place.id}`);
  expect(screen.queryByRole('link', { name: 'Find a return slot' })).toBeNull();
});

test('the time of the loss that an overdue rental shows includes the time by which a pause or a claim postponed the loss', async () => {
  serve(
    makeOrder({
      state: 'overdue',
      createdAt: '2026-11-20T12:00:00Z',
      startedAt: '2026-11-20T12:00:00Z',
      movedSeconds: 1200,
    }),
  );
  await openHome();
  const text = await screen.findByText(/if you return the charger before/);
  expect(text.querySelector('time')?.dateTime).toBe('2026-11-22T12:20:00.000Z');
});

test('the first minutes are free if the charger is returned to the same station', async () => {
  serve(makeOrder({ createdAt: ago(2), startedAt: ago(2) }));
  await openHome();
  await screen.findByText('Later');
  expect(prices()).toEqual([
    [
      expect.stringMatching(
        new RegExp(`^Changed your mind\\? Return to Corner Bakery by ${time}$`),
      ),
      'Free',
    ],
    [expect.stringMatching(new RegExp(`^Return by ${time}$`)), '$2.00'],
    ['Later', 'from $3.00'],
  ]);
});

test('a rental with a charger that does not charge is free, and ends with the return of the second charger', async () => {
  serve(makeOrder({ faulty: { swap: 'done' } }));
  await openHome();
  const notice = await screen.findByRole('heading', { name: 'This rental is free' });
  const order = notice.compareDocumentPosition(
    screen.getByRole('button', { name: 'I returned the second charger' }),
  );
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(screen.getByText('$0.00')).toBeDefined();
  expect(screen.queryByText(/One tap stops the clock/)).toBeNull();
  expect(screen.queryByText(/at most .+ per 24 hours/)).toBeNull();
});

test('the prices of a rental contain the coupon, and a text says so', async () => {
  const coupon = {
    id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
    kind: 'amountOff' as const,
    amount: usd(50),
    minutes: null,
    minimumTotal: null,
  };
  const startedAt = ago(102);
  serve(makeOrder({ createdAt: startedAt, startedAt, coupon }));
  await openHome();
  expect(await screen.findByText(/^Prices with your coupon\./)).toBeDefined();
  // Without the coupon, the rental costs $3.00 so far, and $4.00 later.
  expect(screen.getByText('So far').parentElement?.textContent).toContain('$2.50');
  expect(screen.getByText('from $3.50')).toBeDefined();
});

test('a free rental that is overdue shows when the charger counts as lost', async () => {
  serve(makeOrder({ state: 'overdue', faulty: { swap: 'done' } }));
  await openHome();
  expect(await screen.findByText(/if you return the charger before/)).toBeDefined();
});

test('the message about a refused claim is above the price', async () => {
  const at = ago(5);
  const id = 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10';
  const claim = { id, kind: 'returned', number: 'C-1', at, checkedUntil: at, endedAt: at } as const;
  serve(makeOrder({ claim: { ...claim, state: 'refused' } }));
  await openHome();
  const refusal = await screen.findByRole('heading', { name: /does not have your charger/ });
  const price = screen.getByText(/at most .+ per 24 hours/);
  const order = refusal.compareDocumentPosition(price);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('while a claim is open, its state is first, and the search for a slot is a secondary action', async () => {
  serve(makeOrder({ claim: openClaim(ago(5)) }));
  await openHome();
  const state = await screen.findByRole('heading', { name: 'Our team is checking your report' });
  const location = screen.getByRole('button', { name: 'Use my location' });
  const order = state.compareDocumentPosition(location);
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  const find = screen.getByRole('link', { name: 'Find a return slot' });
  expect(find.className).not.toContain('spark');
});

test("the cost follows the server's clock, and not the phone's clock", async () => {
  const ahead = 3 * 3600_000;
  const order = makeOrder({ startedAt: new Date(Date.now() + ahead - 600_000).toISOString() });
  serve(order);
  network.use(
    http.get(paths.currentOrder, () =>
      HttpResponse.json({ order: { ...order, now: new Date(Date.now() + ahead).toISOString() } }),
    ),
  );
  await openHome();
  const timer = await screen.findByRole('timer');
  expect(timer.textContent).toContain('0:10');
});

test('after a reload without a network, the time continues and the cost does not increase', async () => {
  serve(makeOrder());
  const first = await openHome();
  await screen.findByRole('timer');
  first.unmount();

  network.use(http.get(paths.currentOrder, () => HttpResponse.error()));
  await openHome();
  expect((await screen.findByRole('timer')).textContent).toContain('1:42');
  await screen.findByText("Cost updates when you're back online");
});

test('when the charger comes back, a toast confirms the return', async () => {
  const change = serve(makeOrder());
  await openHome();
  await screen.findByRole('timer');
  expect(screen.queryAllByText('Returned successfully.')).toEqual([]);
  change(makeReturned());
  // The app asks for the order again when the page becomes visible.
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByRole('heading', { level: 1, name: 'You have returned the charger' });
  expect(await screen.findAllByText('Returned successfully.')).not.toHaveLength(0);
});

test('the sheet of a station leads a rider with a running order to the running rental, and offers no unlock', async () => {
  serve(makeOrder());
  await openApp(`/home?equip_id=${station.id}`, 'rider');
  await screen.findByText(
    'You have an on-going order, please return the charger to rent another one',
  );
  const link = screen.getByRole('link', { name: 'See my charger' });
  expect(link.getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('link', { name: 'Unlock a charger' })).toBeNull();
});

test('the sheet of a station leads a rider with an unpaid order to the payment', async () => {
  serve(makeUnpaid());
  await openApp(`/home?equip_id=${station.id}`, 'rider');
  await screen.findByText(
    'You have an unpaid order. Please pay it before renting another charger.',
  );
  expect(screen.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('link', { name: 'Unlock a charger' })).toBeNull();
});

test('a return is confirmed once, and home shows the map again', async () => {
  const change = serve(makeReturned());
  let seen = 0;
  network.use(
    http.post(paths.orderSeen, () => {
      seen += 1;
      change(null);
      return HttpResponse.json({});
    }),
  );
  const { user } = await openHome();
  await screen.findByRole('heading', { level: 1, name: 'You have returned the charger' });
  expect(screen.getByText('1 hour 42 minutes')).toBeDefined();
  for (const part of ['Unlock fee', 'Usage']) expect(screen.getByText(part)).toBeDefined();
  expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toContain(
    '/history/detail?orderId=',
  );
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await screen.findByRole('link', { name: 'Scan to rent' });
  expect(seen).toBe(1);
});

test('home shows an unpaid order with its reason, and the rider pays it there', async () => {
  const change = serve(makeUnpaid());
  const { user } = await openHome();
  await screen.findByText('Unpaid');
  expect(screen.getByRole('heading', { level: 2, name: 'You owe $3.00.' })).toBeDefined();
  expect(
    screen.getByText('Your payment failed. Please try a different payment method.'),
  ).toBeDefined();
  network.use(http.post(paths.payOrder, () => problem('paymentDeclined')));
  await user.click(await payNowButton());
  await user.click(await screen.findByRole('button', { name: 'Pay $3.00' }));
  await waitFor(() =>
    expect(
      screen.getAllByText('Your payment failed. Please try a different payment method.'),
    ).toHaveLength(2),
  );

  const paying = makeUnpaid({ status: 'paying', state: 'paying', paymentFailure: null });
  network.use(
    http.post(paths.payOrder, () => {
      change(paying);
      return HttpResponse.json(paying);
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Pay $3.00' }));
  await screen.findByRole('button', { name: 'Paying...' });
  change(makeReturned());
  await screen.findByRole('heading', { level: 1, name: 'Paid $3.00' });
});

test('if the payment methods fail to load, they are loaded again and not reported as missing', async () => {
  serve(makeUnpaid());
  network.use(http.get(paths.paymentMethods, () => problem('serverError')));
  const { user } = await openHome();
  await user.click(await payNowButton());
  await screen.findByText('Your payment methods could not be loaded.');
  expect(screen.getByRole('button', { name: 'Pay $3.00' })).toHaveProperty('disabled', true);
  network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('radio', { name: 'Visa ending 4242' });
  expect(screen.getByRole('button', { name: 'Pay $3.00' })).toHaveProperty('disabled', false);
});

test('GoCash pays a part and the card pays the rest, and the confirmation shows both', async () => {
  const change = serve(makeUnpaid());
  network.use(
    http.get(paths.wallet, () =>
      HttpResponse.json({
        total: usd(120),
        topUp: usd(120),
        bonus: usd(0),
        offers: [],
        refundable: null,
      }),
    ),
  );
  const sent: unknown[] = [];
  network.use(
    http.post(paths.payOrder, async ({ request }) => {
      sent.push(await request.json());
      const paying = makeUnpaid({ status: 'paying', state: 'paying', paymentFailure: null });
      change(paying);
      return HttpResponse.json(paying);
    }),
  );
  const { user } = await openHome();
  await user.click(await payNowButton());
  await user.click(await screen.findByRole('switch', { name: 'Use GoCash ($1.20)' }));
  expect(screen.getByText('GoCash pays $1.20, Visa ending 4242 pays $1.80.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Pay $3.00' }));
  await screen.findByRole('button', { name: 'Paying...' });
  expect(sent).toEqual([{ paymentMethodId: visa.id, goCash: true, methodPays: 180 }]);

  const goCash = { kind: 'goCash' as const, brand: '', last4: '', label: null };
  change(
    makeReturned({
      payments: [
        makeHold('voided'),
        { ...makePayment('usage', 'captured', 120, 120), method: goCash },
        makePayment('usage', 'captured', 180, 180),
      ],
    }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Paid $3.00' });
  expect(screen.getByText('GoCash: $1.20')).toBeDefined();
  expect(screen.getByText('Visa ending 4242: $1.80')).toBeDefined();
});

test('during a slow payment, home explains that nothing is charged twice', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  serve(makeUnpaid({ status: 'paying', state: 'paying', paymentFailure: null }));
  await openHome();
  await screen.findByRole('button', { name: 'Paying...' });
  expect(screen.queryByText(/you won't be charged twice/)).toBeNull();
  vi.advanceTimersByTime(31_000);
  await screen.findAllByText("Still checking — you won't be charged twice");
  vi.useRealTimers();
});

test('requesting the receipt by text message does not move the focus', async () => {
  serve(makeOrder());
  let stored = notificationSettings;
  network.use(
    http.get(paths.notificationSettings, () => HttpResponse.json(stored)),
    http.put(paths.notificationSettings, () => {
      stored = { ...stored, receiptBy: 'text' };
      return HttpResponse.json(stored);
    }),
  );
  const { user } = await openHome();
  await user.click(await screen.findByRole('button', { name: /Text me the receipt$/ }));
  const done = await screen.findByText("We'll text you the receipt when the charger is back.");
  expect(document.activeElement).toBe(done);
});

const openClaim = (at: string): Claim => ({
  id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
  kind: 'returned',
  state: 'support',
  number: 'C-7K3M-29QX',
  at,
  checkedUntil: at,
  endedAt: null,
});

// This test and the next must be the last tests, because the position stays known after them.
test('the radar shows how much a return saves, and until when, unless a claim stops the clock', async () => {
  const device = new FakeGeolocation();
  device.install('granted');
  onTestFinished(() => void vi.unstubAllGlobals());
  const startedAt = ago(102);
  const change = serve(makeOrder({ startedAt }));
  const { unmount } = await openHome();
  await act(resumePosition);
  act(() => device.find({ lat: station.lat, lng: station.lng }));
  // The third hour of the rental begins after 120 minutes.
  const until = formatTimeOrDate(Date.parse(startedAt) + 120 * 60_000, Date.now());
  const shown = await screen.findByText(/^Back by/);
  expect(shown.textContent).toBe(`Back by ${until}: you save $1.00.`);
  unmount();

  // One minute before the increase. The way and the time at the cabinet take longer.
  change(makeOrder({ createdAt: ago(119), startedAt: ago(119) }));
  const late = await openHome();
  await screen.findByText('Nearest free slot');
  expect(screen.queryByText(/^Back by/)).toBeNull();
  late.unmount();

  change(makeOrder({ faulty: { swap: 'none' } }));
  const free = await openHome();
  await screen.findByText('Nearest free slot');
  expect(screen.queryByText(/^Back by/)).toBeNull();
  free.unmount();

  change(makeOrder({ claim: openClaim(ago(45)) }));
  await openHome();
  await screen.findByText('Our team is checking your report');
  await screen.findByText('Nearest free slot');
  expect(screen.queryByText(/^Back by/)).toBeNull();
});

const off = (changes: Partial<NonNullable<Order['coupon']>>): Order['coupon'] => ({
  id: 'b3f1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
  kind: 'amountOff',
  amount: null,
  minutes: null,
  minimumTotal: null,
  ...changes,
});

/** `step` is the time of the next change of the cost, in minutes after the pick-up. */
const couponCases = [
  { name: '$1 off', coupon: off({ amount: usd(100) }), after: 102, step: 120, saved: '$1.00' },
  { name: '$3.50 off', coupon: off({ amount: usd(350) }), after: 102, step: 120, saved: '$0.50' },
  { name: '$4 off', coupon: off({ amount: usd(400) }), after: 102, step: 180, saved: '$1.00' },
  {
    name: '45 free minutes',
    coupon: off({ kind: 'freeMinutes', minutes: 45 }),
    after: 80,
    step: 105,
    saved: '$1.00',
  },
  // The cost falls from $4 to $2 when it reaches the minimum total.
  {
    name: '$3 off from $5',
    coupon: off({ amount: usd(300), minimumTotal: usd(500) }),
    after: 150,
    step: 180,
    saved: null,
  },
];

test.each(couponCases)(
  'the amount that an early return saves includes the reduction of the coupon: $name',
  async ({ coupon, after, step, saved }) => {
    const device = new FakeGeolocation();
    device.install('granted');
    onTestFinished(() => void vi.unstubAllGlobals());
    const startedAt = ago(after);
    serve(makeOrder({ createdAt: startedAt, startedAt, coupon }));
    await openHome();
    await act(resumePosition);
    act(() => device.find({ lat: station.lat, lng: station.lng }));
    await screen.findByText('Nearest free slot');
    const until = formatTimeOrDate(Date.parse(startedAt) + step * 60_000, Date.now());
    expect(screen.queryByText(/^Back by/)?.textContent ?? null).toBe(
      saved && `Back by ${until}: you save ${saved}.`,
    );
  },
);
