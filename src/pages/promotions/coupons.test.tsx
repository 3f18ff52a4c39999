import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Coupon } from '../../../contract/coupons.ts';
import { paths } from '../../../contract/paths.ts';
import { signedOut } from '../../api/session.ts';
import { clearWhenSessionEnds } from '../../app/state/clearPersonalData.ts';
import { fakeCaches } from '../../testing/fakeCaches.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  return () => {
    vi.useRealTimers();
  };
});
fakeNetwork();
afterEach(() => vi.unstubAllGlobals());

const off: Coupon = {
  id: '1',
  kind: 'amountOff',
  amount: { amount: 300, currency: 'USD' },
  minutes: null,
  minimumTotal: { amount: 500, currency: 'USD' },
  firstRentalOnly: true,
  state: 'available',
  redeemedAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-12-20T19:05:00.000Z',
  usedAt: null,
  orderId: null,
};
const hour: Coupon = {
  ...off,
  id: '2',
  kind: 'freeMinutes',
  amount: null,
  minutes: 60,
  minimumTotal: null,
  firstRentalOnly: false,
  state: 'reserved',
  expiresAt: null,
  orderId: 'o',
};
const gift: Coupon = {
  ...off,
  id: '3',
  kind: 'goCash',
  amount: { amount: 500, currency: 'USD' },
  minimumTotal: null,
  firstRentalOnly: false,
  state: 'used',
  usedAt: '2026-11-20T18:05:00.000Z',
};
const late: Coupon = { ...off, id: '4', state: 'expired', expiresAt: '2026-11-01T18:00:00.000Z' };

const answerCoupons = (coupons: Coupon[], isFirstRental = true) =>
  network.use(http.get(paths.coupons, () => HttpResponse.json({ coupons, isFirstRental })));

/** Returns the text of each coupon. */
const tickets = () => screen.getAllByRole('article').map((ticket) => ticket.textContent ?? '');

test('each coupon is shown with its conditions, its expiry and its state', async () => {
  answerCoupons([off, hour, gift, late], false);
  await openApp('/coupon', 'rider');
  await screen.findByRole('heading', { level: 2, name: 'Ready to use' });
  const [first, second, third, fourth] = tickets();
  expect(first).toContain('$3.00');
  expect(first).toContain('Discount on a rental');
  expect(first).toContain('For rentals of $5.00 or more');
  expect(first).toContain('Only for a first rental. You have rented before.');
  expect(first).toContain('Expires Dec 20, 2026, 1:05\u00A0PM');
  expect(second).toContain('1 hour');
  expect(second).toContain('In use now');
  expect(second).toContain('Does not expire');
  expect(third).toContain('Added to your GoCash on Nov 20, 2026, 12:05\u00A0PM');
  expect(fourth).toContain('Expired on Nov 1, 2026');
  expect(fourth).not.toContain('For rentals of');
  const past = screen
    .getByRole('heading', { level: 2, name: 'Used and expired' })
    .closest('section');
  expect(within(past ?? document.body).getAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe(
    '/history/detail?orderId=o',
  );
});

test('an empty list links to the page to redeem a code, and an error has a button to try again', async () => {
  network.use(http.get(paths.coupons, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/coupon', 'rider');
  await screen.findByText('Your coupons could not be loaded.');
  answerCoupons([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No coupons yet');
  await user.click(screen.getByRole('link', { name: 'Redeem coupon' }));
  await screen.findByRole('heading', { level: 1, name: 'Redeem coupon' });
  expect(window.location.pathname).toBe('/share');
});

test('without the server, coupons that were shown before are shown with their age until the session ends', async () => {
  fakeCaches();
  answerCoupons([{ ...off, expiresAt: new Date(Date.now() + 60_000).toISOString() }, hour]);
  const first = await openApp('/coupon', 'rider');
  await screen.findByRole('heading', { level: 2, name: 'Ready to use' });
  first.unmount();

  vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] });
  network.use(http.get(paths.coupons, () => problem('serverError')));
  const second = await openApp('/coupon', 'rider');
  clearWhenSessionEnds(second.store);
  await screen.findByText('Updated 5 min ago');
  const [still, late] = tickets();
  expect(still).toContain('In use now');
  expect(late).toContain('$3.00');
  expect(late).toContain('Expired');
  expect(screen.queryByText('Your coupons could not be loaded.')).toBeNull();
  second.store.dispatch(signedOut());
  second.unmount();

  await openApp('/coupon', 'rider');
  await screen.findByText('Your coupons could not be loaded.');
  expect(screen.queryByRole('article')).toBeNull();
});

test('a code from a link is redeemed only after a press, and a wrong code stays in the field @slow', async () => {
  answerCoupons([]);
  const sent: unknown[] = [];
  network.use(
    // A wrong coupon code may be the code of a friend.
    http.post(paths.friendCode, () => problem('inviteUnknown')),
    http.post(paths.coupons, async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1 ? problem('couponInvalid') : HttpResponse.json(off, { status: 201 });
    }),
  );
  const { user } = await openApp('/share?code=welcom1', 'rider');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Coupon code' });
  expect(field.value).toBe('welcom1');
  expect(field.getAttribute('autocapitalize')).toBe('off');
  expect(sent).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await screen.findByText('Coupon is invalid');
  expect(field.value).toBe('welcom1');
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await screen.findByText('Please enter the coupon code');
  await user.type(field, ' Welcome 1 {Enter}');
  await screen.findByRole('heading', { level: 2, name: 'Coupon redeemed.' });
  expect(sent).toEqual([{ code: 'welcom1' }, { code: 'Welcome 1' }]);
  expect(field.value).toBe('');
  expect(tickets()[0]).toContain('$3.00');
});

test('a GoCash coupon shows its amount', async () => {
  answerCoupons([]);
  network.use(http.post(paths.coupons, () => HttpResponse.json(gift, { status: 201 })));
  const { user } = await openApp('/share?code=GIFT5', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Redeem' }));
  await screen.findByText('$5.00 was added to your GoCash.');
  expect(screen.getByRole('link', { name: 'See my GoCash' }).getAttribute('href')).toBe('/payment');
});

test('after too many wrong codes, the page shows the wait and disables the button', async () => {
  network.use(http.post(paths.coupons, () => problem('tooManyRequests', { retryAfter: 2500 })));
  const { user } = await openApp('/share?code=nope', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Redeem' }));
  await screen.findAllByText('Too many wrong codes. Try again in 42 minutes.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem' }).disabled).toBe(true);
});

test('a button pastes the code if the browser allows it', async () => {
  const { user } = await openApp('/share', 'rider');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Coupon code' });
  await navigator.clipboard.writeText(' HOUR1\n');
  await user.click(screen.getByRole('button', { name: 'Paste' }));
  await waitFor(() => expect(field.value).toBe('HOUR1'));
});
