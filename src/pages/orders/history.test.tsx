import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { network, problem, fakeNetwork } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { ago, makeOrder, makeReturned, makeUnpaid, usd } from '../../testing/orders.ts';
import { payNowButton } from '../../testing/payNow.ts';
import { mastercard, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const receipt = (order: Order) => `/history/detail?orderId=${order.id}`;
const november = makeReturned({ id: 'n', number: 'R-NNNN', createdAt: '2026-11-03T18:00:00Z' });
const october = makeReturned({
  id: 'o',
  number: 'R-OOOO',
  createdAt: '2026-10-03T18:00:00Z',
  station: { id: 'BCDEFGX', name: 'Old Mill', address: '' },
});
const owed = makeUnpaid({ id: 'u', createdAt: '2026-09-03T18:00:00Z' });

test('orders are listed by month, unpaid orders come first, and the rider can load more orders', async () => {
  network.use(
    http.get(paths.orders, ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'more'
        ? HttpResponse.json({ orders: [october], nextCursor: null })
        : HttpResponse.json({ orders: [owed, november], nextCursor: 'more' }),
    ),
  );
  const { user } = await openApp('/history', 'rider');
  await screen.findByRole('heading', { level: 2, name: 'November 2026' });
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    'To pay',
    'November 2026',
  ]);
  expect(screen.queryByRole('link', { name: /Old Mill/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: /Old Mill/ });
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  await screen.findByText('3 orders');
});

test('a refresh of a long list requests only the first page, unless that page has a new order', async () => {
  const asked: (string | null)[] = [];
  let first = [november];
  network.use(
    http.get(paths.orders, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      asked.push(cursor);
      return cursor === 'more'
        ? HttpResponse.json({ orders: [october], nextCursor: null })
        : HttpResponse.json({ orders: first, nextCursor: 'more' });
    }),
  );
  const { user } = await openApp('/history', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: /Old Mill/ });
  const comeBack = () => act(() => void window.dispatchEvent(new Event('focus')));

  await waitFor(() => expect(asked).toEqual([null, 'more', null]));
  first = [{ ...november, station: { ...november.station, name: 'New Mill' } }];
  comeBack();
  await screen.findByRole('link', { name: /New Mill/ });
  expect(asked).toEqual([null, 'more', null, null]);

  first = [makeReturned({ id: 'd', createdAt: '2026-12-03T18:00:00Z' }), ...first];
  comeBack();
  await screen.findByRole('heading', { level: 2, name: 'December 2026' });
  expect(asked.slice(4)).toEqual([null, null, 'more']);
  expect(screen.getByRole('link', { name: /Old Mill/ })).toBeDefined();
});

test('the filter is applied by the server and is part of the address', async () => {
  const asked: (string | null)[] = [];
  network.use(
    http.get(paths.orders, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      asked.push(status);
      return HttpResponse.json({ orders: status === 'unpaid' ? [owed] : [], nextCursor: null });
    }),
  );
  const { user } = await openApp('/history?status=complete', 'rider');
  await screen.findByText('No orders here');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Complete' }).checked).toBe(true);

  await user.click(screen.getByRole('radio', { name: 'Unpaid' }));
  await screen.findByText('1 order, unpaid');
  expect(screen.getByRole('link', { name: 'Export orders' })).toBeDefined();
  expect(window.location.search).toBe('?status=unpaid');
  expect(asked).toEqual(['complete', 'unpaid']);

  await user.click(screen.getByRole('radio', { name: 'All' }));
  await screen.findByText('No orders yet');
  expect(screen.queryByRole('link', { name: 'Export orders' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Scan to rent' })).toBeDefined();
});

test('an error has a button to try again, and after a failed refresh the list stays', async () => {
  network.use(http.get(paths.orders, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/history', 'rider');
  await screen.findByText('Server error');
  network.use(
    http.get(paths.orders, () => HttpResponse.json({ orders: [november], nextCursor: null })),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: /Corner Bakery/ });

  network.use(http.get(paths.orders, () => problem('serverError')));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText(/Orders can't be updated right now\./);
  expect(screen.getByRole('link', { name: /Corner Bakery/ })).toBeDefined();
});

test('a claim stops the time and the cost on the receipt of its running rental', async () => {
  const [startedAt, at] = [ago(102), ago(45)];
  const order = makeOrder({
    startedAt,
    claim: {
      id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
      kind: 'returned',
      state: 'support',
      number: 'C-7K3M-29QX',
      at,
      checkedUntil: at,
      endedAt: null,
    },
  });
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  await openApp(receipt(order), 'rider');
  await screen.findByText('So far');
  expect(screen.getByText('$2.00')).toBeDefined();
  expect(screen.getByText('57 minutes')).toBeDefined();
});

test('the receipt of a lost charger names no pause, because the loss costs the same with or without a pause', async () => {
  const pause = { stationId: 'BCDEFGX', startedAt: ago(60), endsAt: ago(40) };
  const order = makeOrder({ state: 'lost', status: 'complete', total: usd(3000), pauses: [pause] });
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  await openApp(receipt(order), 'rider');
  await screen.findByText('Not returned yet');
  expect(screen.queryByText('Clock stopped for')).toBeNull();
});

test('a receipt shows all details', async () => {
  const order = makeReturned({
    startedAt: '2026-11-20T17:23:00Z',
    returnedAt: '2026-11-20T19:05:00Z',
  });
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  await openApp(receipt(order), 'rider');
  await screen.findByText('Order ID', { selector: 'dt' });
  const value = (label: string) =>
    screen.getAllByText(label, { selector: 'dt' })[0]?.nextElementSibling?.textContent ?? null;
  expect(value('Order ID')).toContain('R-7K3M-92QF');
  expect(value('Pick-up')).toBe('Nov 20, 2026, 11:23\u00A0AM');
  expect(value('Return')).toBe('Nov 20, 2026, 1:05\u00A0PM');
  expect(value('Total duration')).toBe('1 hour 42 minutes');
  expect(value('Rate')).toBe('$1.00 per started hour');
  expect(value('Pick-up station')).toContain('Corner Bakery');
  expect(value('Returned to')).toContain('Central Library');
  expect(value('Payment method')).toBe('Visa ending 4242');
  expect(value('Unlock fee')).toContain('1.00');
  expect(value('Usage')).toContain('2.00');
  expect(value('Total amount charged')).toContain('$3.00');
  expect(value('Hold')).toBe('$3.00 charged, $18.00 released');
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download as image' })).toBeDefined();
});

test('a receipt shows an amount that was waived, because it is below the minimum charge', async () => {
  const order = makeReturned({ waived: usd(30), total: usd(270) });
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  await openApp(receipt(order), 'rider');
  const label = await screen.findByText('Not charged: amount too small', { selector: 'dt' });
  expect(label.nextElementSibling?.textContent).toContain('-$0.30');
});

test('the order id is copied, or an error is shown', async () => {
  const order = makeReturned();
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  const { user } = await openApp(receipt(order), 'rider');
  await user.click(await screen.findByRole('button', { name: 'Copy order ID' }));
  await screen.findAllByText('Copy success.');
  expect(await navigator.clipboard.readText()).toBe('R-7K3M-92QF');

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  );
  await user.click(screen.getByRole('button', { name: 'Copy order ID' }));
  await screen.findAllByText('Copy fail');
});

test('the receipt explains why a charger may still count as outside after its return', async () => {
  const order = makeOrder();
  network.use(http.get(paths.order, () => HttpResponse.json(order)));
  const { user } = await openApp(receipt(order), 'rider');
  await user.click(await screen.findByText('Still ongoing after return?'));
  expect(screen.getByText(/turned the wrong way/)).toBeDefined();
  expect(screen.getByText(/may be offline/)).toBeDefined();
  expect(screen.getByText('Not returned yet')).toBeDefined();
});

test('an unpaid order is paid once, with another card', async () => {
  let order = makeUnpaid();
  const sent: { key: string | null; body: unknown }[] = [];
  network.use(
    http.get(paths.order, () => HttpResponse.json({ ...order, now: new Date().toISOString() })),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa, mastercard] })),
    http.post(paths.payOrder, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      if (sent.length === 1) return HttpResponse.error();
      order = makeUnpaid({ status: 'paying', state: 'paying', paymentFailure: null });
      return HttpResponse.json(order);
    }),
  );
  const { user } = await openApp(receipt(order), 'rider');
  await screen.findByText('Your payment failed. Please try a different payment method.');
  await user.click(await payNowButton());
  await user.click(await screen.findByRole('radio', { name: /Mastercard ending 4444/ }));
  await user.click(screen.getByRole('button', { name: 'Pay $3.00' }));
  await screen.findByText('No connection. Check your network and try again.');
  await user.click(screen.getByRole('button', { name: 'Pay $3.00' }));

  const busy = await screen.findByRole('button', { name: 'Paying...' });
  await user.click(busy);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual({
    key: sent[1]?.key,
    body: { paymentMethodId: mastercard.id, goCash: false, methodPays: 300 },
  });

  order = makeReturned();
  await screen.findByRole('heading', { level: 1, name: 'Paid $3.00' });
  expect(window.location.pathname).toBe('/history/pay/paySuccess');
  const main = within(screen.getByRole('main'));
  expect(main.getByText('Order R-7K3M-92QF')).toBeDefined();
});

test('guests must log in first', async () => {
  await openApp('/history');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(window.location.search).toBe('?next=%2Fhistory');
});
