import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { ago, makeHold, makeOrder, makePayment, makeReturned, usd } from '../../testing/orders.ts';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

/** Serves an order that the test can change. */
function serve(first: Order) {
  let order = first;
  network.use(
    http.get(paths.order, () => HttpResponse.json({ ...order, now: new Date().toISOString() })),
  );
  return (next: Order) => {
    order = next;
  };
}

const preparing = (changes: Partial<Order> = {}) =>
  makeOrder({
    status: null,
    state: 'authorizing',
    slot: null,
    createdAt: ago(0),
    startedAt: null,
    paid: usd(0),
    payments: [],
    ...changes,
  });
const page = (name: string, order: Order) => `/home/rent/${name}?orderId=${order.id}`;

test('each step is shown until the slot opens, without a button @slow', async () => {
  const change = serve(preparing());
  await openApp(page('preparing', preparing()), 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Preparing your charger' });
  const steps = within(await screen.findByRole('list', { name: 'Progress' }));
  expect(
    steps
      .getByText(/Confirming payment/)
      .closest('li')
      ?.getAttribute('aria-current'),
  ).toBe('step');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();

  change(preparing({ state: 'ejecting', slot: 4 }));
  await steps.findByText(/Opening slot 4/);

  change(makeOrder({ createdAt: ago(0), startedAt: ago(0) }));
  await screen.findByRole('heading', { level: 1, name: 'Take your charger' });
  expect(window.location.pathname).toBe('/home/rent/success');
  expect((await screen.findAllByText('4')).length).toBeGreaterThan(0);
  expect(screen.getByText('Success. Take the charger from slot 4')).toBeDefined();
  expect(window.history.length).toBeGreaterThan(0);
});

test('a rider can leave the page during a long wait, and later report a problem', async () => {
  serve(preparing({ state: 'ejectUnknown', createdAt: ago(3), slot: 2 }));
  let keys: (string | null)[] = [];
  network.use(
    http.post(paths.notEjected, ({ request }) => {
      keys = [...keys, request.headers.get('idempotency-key')];
      return HttpResponse.json(preparing({ state: 'ejectUnknown', createdAt: ago(3), slot: 2 }));
    }),
  );
  const { user } = await openApp(page('preparing', preparing()), 'rider');
  await screen.findByRole('link', { name: 'Back to home' });
  await user.click(screen.getByRole('button', { name: "It didn't come out" }));
  await waitFor(() => expect(keys).toHaveLength(1));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('after some seconds, the page shows that the start takes longer than usual, instead of "a few seconds"', async () => {
  serve(preparing({ createdAt: ago(1) }));
  await openApp(page('preparing', preparing({ createdAt: ago(1) })), 'rider');
  await screen.findByText(
    /^This takes longer than usual\. If no charger comes out, you pay nothing\./,
  );
  expect(screen.queryByText(/takes a few seconds/)).toBeNull();
});

test('a held rental shows the reserved amount and the end of the hold, on its page and on home', async () => {
  const held = preparing({
    state: 'ejectUnknown',
    createdAt: ago(20),
    slot: 2,
    heldUntil: '2026-12-04T18:05:00.000Z',
    payments: [makeHold('authorized')],
  });
  serve(held);
  await openApp(page('preparing', held), 'rider');
  await screen.findByRole('heading', { level: 1, name: 'We are checking your rental' });
  expect(window.location.pathname).toBe('/home/rent/technicalError');
  screen.getByText(/^Nothing is charged\. We hold \$21\.00 .* until Dec 4, 2026, /);
  screen.getByText(/^If the charger came out, you pay from that moment until you return it\./);
  expect(screen.queryByRole('link', { name: 'Use another station' })).toBeNull();
  cleanup();

  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: held })));
  await openApp('/home', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'We are checking your rental' });
  const link = screen.getByRole('link', { name: 'See progress' });
  expect(link.getAttribute('href')).toBe(page('technicalError', held));
});

test('the bank may ask for a confirmation in a frame, and only messages with the origin of the frame count', async () => {
  const url = 'http://localhost:3001/authenticate/a1?origin=http://localhost:3000';
  serve(preparing({ action: { url } }));
  await openApp(page('preparing', preparing()), 'rider');
  const frame = await screen.findByTitle<HTMLIFrameElement>("Your bank's page");
  const shown = new URL(frame.src);
  expect(shown.origin + shown.pathname).toBe('http://localhost:3001/authenticate/a1');
  expect(Object.fromEntries(shown.searchParams)).toMatchObject({ language: 'en', theme: 'light' });
  const send = (origin: string, source: MessageEventSource | null) =>
    window.dispatchEvent(
      new MessageEvent('message', { origin, source, data: { type: 'authenticated' } }),
    );
  send('https://evil.example', frame.contentWindow);
  send('http://localhost:3001', window);
  expect(screen.getByTitle("Your bank's page")).toBeDefined();
  send('http://localhost:3001', frame.contentWindow);
  await waitFor(() => expect(screen.queryByTitle("Your bank's page")).toBeNull());
});

test('if banks forbid frames, the page of the bank opens instead and leads back', async () => {
  const url = 'https://bank.example/confirm?intent=pi_1';
  const order = preparing({ action: { url } });
  serve(order);
  network.use(
    http.get(paths.config, () => HttpResponse.json({ ...configOfTests, bankPage: 'page' })),
  );
  const { user } = await openApp(page('preparing', order), 'rider');
  const link = await screen.findByRole('link', { name: 'Confirm payment' });
  expect(link.getAttribute('href')).toBe(url);
  expect(document.querySelector('iframe')).toBeNull();
  // Cancel the click, because jsdom cannot open the page of the bank.
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  cleanup();

  await openApp('/payment/authenticated?payment_intent_client_secret=pi_1_secret', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Preparing your charger' });
  expect(window.location.pathname + window.location.search).toBe(page('preparing', order));
});

const released = [makePayment('unlockFee', 'voided', 100), makePayment('deposit', 'voided', 2000)];
const refunded = [makePayment('unlockFee', 'refunded', 100, 100, 100)];

test.each([
  [
    'paymentDeclined',
    released,
    'Payment failed',
    'Your payment failed. Please try a different payment method.',
  ],
  ['noChargers', released, 'Out of chargers', /^Oops\.\.\. No fully charged chargers are/],
  ['ejectFailed', released, 'Technical problem', /^The station can't unlock a charger right now\./],
  ['ejectFailed', refunded, 'Technical problem', /^The station can't unlock a charger right now\./],
] as const)(
  '%s leads to its own page, which explains the cause and what happened to the money',
  async (failure, payments, heading, words) => {
    const failed = preparing({ state: 'failed', failure, payments: [...payments] });
    serve(failed);
    // If the station is unknown, the page shows no list of nearby stations.
    network.use(http.get(paths.station, () => problem('stationNotFound')));
    await openApp(page('preparing', failed), 'rider');
    await screen.findByRole('heading', { level: 1, name: heading });
    const money = await screen.findByText(
      payments === refunded
        ? '$1.00 was charged and has been refunded.'
        : /Nothing was charged\. The hold of \$21\.00/,
    );
    const alert = screen.getByText(words);
    expect(alert.closest('[role=alert]')).not.toBeNull();
    expect(money.compareDocumentPosition(alert)).toBe(
      payments === refunded ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING,
    );
    expect(screen.getByText('Order R-7K3M-92QF')).toBeDefined();
    const ways = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(ways.indexOf('Help with this')).toBe(2);
    await waitFor(() => expect(screen.queryByText('Nearby stations with chargers')).toBeNull());
  },
);

test('while nearby stations load, the page already has room for them, so that its links do not move', async () => {
  const failed = preparing({ state: 'failed', failure: 'ejectFailed', payments: [...released] });
  serve(failed);
  network.use(http.get(paths.station, () => delay('infinite')));
  await openApp(page('technicalError', failed), 'rider');
  const heading = await screen.findByRole('heading', { name: 'Nearby stations with chargers' });
  expect(within(heading.parentElement ?? heading).getByText('Loading')).toBeDefined();
});

test.each([
  [{ state: 'failed', failure: 'stationOffline' }, /^The station can't unlock a charger right now/],
  [{ state: 'failed', failure: 'ejectUnknown' }, /^We're having technical difficulties/],
  [{ state: 'failed', failure: 'cancelled' }, /^We're having technical difficulties/],
  [{ state: 'review' }, /^We're having technical difficulties/],
] as const)('%o is explained in words that fit its cause', async (changes, words) => {
  const order = preparing(changes);
  serve(order);
  network.use(http.get(paths.station, () => problem('stationNotFound')));
  await openApp(page('technicalError', order), 'rider');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('after a declined method, one tap leads to the choice of another method', async () => {
  const failed = preparing({ state: 'failed', failure: 'insufficientFunds' });
  serve(failed);
  await openApp(page('paymentError', failed), 'rider');
  await screen.findByText('There is not enough money on Visa ending 4242 for the hold.');
  const link = screen.getByRole('link', { name: 'Change payment method' });
  expect(link.getAttribute('href')).toBe(`/payment/unlockChanger?equip_id=${station.id}`);
});

test('an empty station shows the nearest stations with chargers', async () => {
  const near = { ...station, id: 'BCDEFGX', name: 'Central Library', chargers: 3 };
  const empty = { ...station, id: 'CDEFGHZ', name: 'Empty Corner', chargers: 0 };
  const home = tileOf(station.lat, station.lng, 12);
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const here = z === home.z && x === home.x && y === home.y;
      return HttpResponse.json({
        z,
        x,
        y,
        at: ago(0),
        stations: here ? [station, empty, near] : [],
        clusters: [],
      });
    }),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
  await openApp(`/home/rent/outOfChargers?equip_id=${station.id}`, 'rider');
  const link = await screen.findByRole('link', { name: /Central Library/ });
  expect(link.getAttribute('href')).toBe('/home?equip_id=BCDEFGX');
  expect(screen.queryByRole('link', { name: /Empty Corner|Corner Bakery/ })).toBeNull();
});

test('after two minutes the rider can report that no charger came out; the link to support is visible from the start', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const out = makeOrder({ createdAt: ago(0), startedAt: ago(0) });
  serve(out);
  network.use(http.post(paths.notEjected, () => HttpResponse.json(out)));
  const { user } = await openApp(page('success', out), 'rider');
  await user.click(await screen.findByText("It didn't come out"));
  expect(screen.getByRole('timer').textContent).toMatch(/^(?:2:0\d|1:5\d)$/);
  expect(screen.queryByRole('button', { name: "Tell us it didn't come out" })).toBeNull();
  expect(screen.getByRole('link', { name: 'Call support +1 312 555 0100' })).toBeDefined();

  vi.advanceTimersByTime(121_000);
  await user.click(await screen.findByRole('button', { name: "Tell us it didn't come out" }));
  await screen.findByText(/We are asking the station which chargers it has/);
  vi.useRealTimers();
});

test('a page for another state redirects, and an order of another rider is not found', async () => {
  serve(makeReturned());
  await openApp(page('success', makeReturned()), 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Order receipt' });

  network.use(http.get(paths.order, () => problem('orderNotFound')));
  await openApp(page('preparing', preparing({ id: 'other' })), 'rider');
  await screen.findByText("We couldn't find this order.");
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeDefined();
});

test('guests must log in first and then see the page', async () => {
  await openApp(page('preparing', preparing()));
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(new URLSearchParams(window.location.search).get('next')).toBe(
    page('preparing', preparing()),
  );
});
