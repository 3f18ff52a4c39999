import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { TopUp, Wallet, WalletMovement } from '../../../contract/wallet.ts';
import { cardForm } from '../../testing/cardForm.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { mastercard, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const usd = (amount: number) => ({ amount, currency: 'USD' });

const wallet: Wallet = {
  total: usd(350),
  topUp: usd(200),
  bonus: usd(150),
  offers: [
    { amount: usd(1000), bonus: usd(0) },
    { amount: usd(2500), bonus: usd(200) },
  ],
  refundable: null,
};

const topUp: TopUp = {
  id: '7a7f8f5e-6a0e-4c53-9d8a-2f1de4f0b001',
  number: 'T-7K3M-92QF',
  state: 'requested',
  amount: usd(2500),
  bonus: usd(200),
  method: { kind: 'card', brand: 'visa', last4: '4242', label: null },
  action: null,
  failure: null,
  createdAt: new Date().toISOString(),
  creditedAt: null,
};

/** Fakes a wallet that accepts top-ups. `sent` contains the requests. */
function fakeWallet(now: Wallet = wallet) {
  const server = { topUp, sent: [] as { key: string | null; body: unknown }[], wallet: now };
  network.use(
    http.get(paths.wallet, () => HttpResponse.json(server.wallet)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa, mastercard] })),
    http.get(paths.topUp, () => HttpResponse.json(server.topUp)),
    http.post(paths.topUps, async ({ request }) => {
      server.sent.push({
        key: request.headers.get('idempotency-key'),
        body: await request.json(),
      });
      return HttpResponse.json(server.topUp, { status: 202 });
    }),
  );
  return server;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('a top-up has the steps amount, method, review and payment, and the choices stay if the rider goes back', async () => {
  const server = fakeWallet();
  const { user } = await openApp('/payment/addGoCash', 'rider');
  await heading('Add GoCash');
  await screen.findByText('Step 1 of 3');
  const offer = await screen.findByRole<HTMLInputElement>('radio', { name: '$25.00' });
  expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);

  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please select money add to your GoCash');
  await user.click(offer);
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  await heading('Select payment method');
  await user.click(await screen.findByRole('radio', { name: 'Mastercard ending 4444' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await heading('Add GoCash');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '$25.00' }).checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const preselected = await screen.findByRole<HTMLInputElement>('radio', { name: /Mastercard/ });
  expect(preselected.checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  await heading('Review and pay');
  await screen.findByText('Mastercard ending 4444');
  const value = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent ?? '';
  expect(value('Bonus')).toContain('+$2.00');
  expect(value('GoCash now')).toContain('$3.50');
  expect(value('GoCash afterwards')).toContain('$30.50');
  await user.dblClick(screen.getByRole('button', { name: 'Pay $25.00' }));

  await heading('Paying...');
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]?.body).toEqual({
    amount: usd(2500),
    bonus: usd(200),
    paymentMethodId: mastercard.id,
  });
  expect(window.location.search).toBe(`?topUp=${topUp.id}`);

  server.wallet = { ...wallet, total: usd(3050), topUp: usd(2700), bonus: usd(350) };
  server.topUp = { ...topUp, state: 'credited', creditedAt: topUp.createdAt };
  await heading('$27.00 GoCash added');
  expect(window.location.pathname).toBe('/payment/addGoCash/goCashSuccess');
  await screen.findByText('New balance');
  expect(value('New balance')).toContain('$30.50');
});

test('Back from the last page of a top-up skips the steps, so that the payment does not appear again', async () => {
  const server = fakeWallet();
  server.topUp = { ...topUp, state: 'credited', creditedAt: topUp.createdAt };
  let asked = 0;
  network.use(
    http.get(paths.walletMovements, () => {
      asked += 1;
      return HttpResponse.json({ movements: [], nextCursor: null });
    }),
  );
  const { user } = await openApp('/payment/viewHistory', 'rider');
  await user.click(await screen.findByRole('link', { name: 'Add GoCash' }));
  await user.click(await screen.findByRole('radio', { name: '$25.00' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await heading('Select payment method');
  await screen.findByRole('radio', { name: /Visa/ });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Pay $25.00' }));
  await heading('$27.00 GoCash added');
  window.history.back();
  await heading('GoCash history');
  expect(window.location.pathname).toBe('/payment/viewHistory');
  // The app requests the list again. Wait for the request, so that no answer arrives after the
  // test.
  await waitFor(() => expect(asked).toBe(2));
  expect(server.sent).toHaveLength(1);
});

test('the receipt of a top-up shows the part that support refunded to the card', async () => {
  const server = fakeWallet();
  server.topUp = { ...topUp, state: 'credited', refunded: usd(500), creditedAt: topUp.createdAt };
  await openApp(`/payment/addGoCash/goCashSuccess?topUp=${topUp.id}`, 'rider');
  await heading('$27.00 GoCash added');
  const label = screen.getByText('Refunded to your card', { selector: 'dt' });
  expect(label.nextElementSibling?.textContent).toContain('$5.00');
});

test('if no answer came, a second press repeats the same payment', async () => {
  const server = fakeWallet();
  network.use(
    http.post(
      paths.topUps,
      async ({ request }) => {
        server.sent.push({
          key: request.headers.get('idempotency-key'),
          body: await request.json(),
        });
        return HttpResponse.error();
      },
      { once: true },
    ),
  );
  const review = `/payment/addGoCash/complete?amount=1000&method=${visa.id}`;
  const first = await openApp(review, 'rider');
  await first.user.click(await screen.findByRole('button', { name: 'Pay $10.00' }));
  await screen.findByText(
    "The server did not answer, so we don't know yet whether you paid. You can't be charged twice. Try again.",
  );
  first.unmount();

  const { user } = await openApp(review, 'rider');
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay $10.00' });
  await waitFor(() => expect(pay.disabled).toBe(false));
  await user.click(pay);
  await heading('Paying...');
  expect(server.sent).toHaveLength(2);
  expect(server.sent[1]?.key).toBe(server.sent[0]?.key);
});

test('a payment in progress is polled after a reload, and a slow payment shows an explanation @slow', async () => {
  const server = fakeWallet();
  server.topUp = { ...topUp, createdAt: new Date(Date.now() - 31_000).toISOString() };
  const follow = `/payment/addGoCash/complete?topUp=${topUp.id}`;
  const { user } = await openApp(follow, 'rider');
  await heading('Paying...');
  await screen.findByText("Still checking — you won't be charged twice", { selector: 'main p' });
  server.topUp = {
    ...topUp,
    state: 'actionRequired',
    action: { url: 'https://bank.example/confirm' },
  };
  await screen.findByTitle("Your bank's page");

  server.topUp = { ...topUp, state: 'declined', failure: 'insufficientFunds' };
  await heading('Payment failed');
  await screen.findByText(/The card has insufficient funds\./);
  await screen.findByText('You were not charged.');
  await user.click(screen.getByRole('button', { name: 'Change payment method' }));
  await heading('Select payment method');
  expect(window.location.search).toBe('?amount=2500');
});

test('a missing amount or method is reported', async () => {
  const server = fakeWallet();
  network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [] })));
  const first = await openApp('/payment/addGoCash/complete', 'rider');
  await first.user.click(await screen.findByRole('button', { name: 'Pay' }));
  await screen.findByText('Please select the amount to recharge your GoCash');
  first.unmount();

  const second = await openApp('/payment/addGoCash/complete?amount=1000', 'rider');
  await second.user.click(await screen.findByRole('button', { name: 'Pay $10.00' }));
  const missing = await screen.findByText('Please select a payment method');
  // The error must have the focus, because on a small screen it may be above the visible part of
  // the page.
  expect(document.activeElement).toBe(missing);
  second.unmount();

  const third = await openApp('/payment/addGoCash/selectPaymentMethod?amount=1000', 'rider');
  await third.user.click(await screen.findByRole('button', { name: 'Continue' }));
  await screen.findByText('Please add payment methods first');
  third.unmount();

  // The rider can add PayPal here, so the message only asks the rider to select a payment method.
  network.use(http.get(paths.cardForm, () => HttpResponse.json(cardForm('payPal'))));
  const { user } = await openApp('/payment/addGoCash/selectPaymentMethod?amount=1000', 'rider');
  await screen.findByRole('radio', { name: 'PayPal' });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Please select a payment method');
  expect(server.sent).toEqual([]);
});

test('a changed top-up amount is shown before the payment', async () => {
  const server = fakeWallet();
  network.use(http.post(paths.topUps, () => problem('priceChanged'), { once: true }));
  const { user } = await openApp(
    `/payment/addGoCash/complete?amount=2500&method=${visa.id}`,
    'rider',
  );
  const pay = await screen.findByRole('button', { name: 'Pay $25.00' });
  server.wallet = { ...wallet, offers: [{ amount: usd(2500), bonus: usd(100) }] };
  await user.click(pay);
  await screen.findByText('The offer has changed. Check the amounts and pay again.');
  const after = screen.getByText('GoCash afterwards').nextElementSibling;
  await waitFor(() => expect(after?.textContent).toContain('$29.50'));
});

test('the page shows the balance as one phrase, the terms of GoCash, and the refund if the operator allows refunds @slow', async () => {
  const server = fakeWallet();
  const first = await openApp('/payment', 'rider');
  await screen.findByText('GoCash balance $3.50: $2.00 top-up and $1.50 bonus');
  await screen.findByText('Not refundable, for rentals only');
  expect(screen.queryByRole('button', { name: 'Refund to my card' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Add GoCash' }).getAttribute('href')).toBe(
    '/payment/addGoCash',
  );
  first.unmount();

  server.wallet = { ...wallet, refundable: usd(200) };
  const refunds: { key: string | null; body: unknown }[] = [];
  network.use(
    http.post(paths.walletRefund, async ({ request }) => {
      refunds.push({
        key: request.headers.get('idempotency-key'),
        body: await request.json(),
      });
      server.wallet = {
        ...wallet,
        total: usd(0),
        topUp: usd(0),
        bonus: usd(0),
        refundable: usd(0),
      };
      return refunds.length === 1 ? problem('unavailable') : HttpResponse.json(server.wallet);
    }),
  );
  const { user } = await openApp('/payment', 'rider');
  await screen.findByText(/\$2\.00 can be refunded to the card that paid for it\./);
  await user.click(screen.getByRole('button', { name: 'Refund to my card' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Refund $2.00?' }));
  await question.findByText(/1–10 business days/);
  await question.findByText('We also take back the bonus that came with it.');
  await user.click(question.getByRole('button', { name: 'Refund $2.00' }));
  await question.findByText('The service is busy. Please try again in a moment.');
  await user.click(question.getByRole('button', { name: 'Refund $2.00' }));
  await screen.findByText('$2.00 is being refunded to your card.');
  await screen.findByText('GoCash balance $0.00: $0.00 top-up and $0.00 bonus');
  expect(refunds[1]).toEqual(refunds[0]);
  expect(refunds[0]?.body).toEqual({ amount: usd(200) });
});

test('if the amount has changed, nothing is refunded, and the rider must request the refund again @slow', async () => {
  const server = fakeWallet({ ...wallet, refundable: usd(200) });
  const refunds: { key: string | null; body: unknown }[] = [];
  const answers = [() => problem('unavailable'), () => problem('priceChanged')];
  network.use(
    http.post(paths.walletRefund, async ({ request }) => {
      refunds.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      server.wallet = { ...wallet, refundable: usd(150) };
      return answers[refunds.length - 1]?.() ?? HttpResponse.json(server.wallet);
    }),
  );
  const { user } = await openApp('/payment', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Refund to my card' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Refund $2.00' }));
  await question.findByText('The service is busy. Please try again in a moment.');
  await user.click(question.getByRole('button', { name: 'Refund $2.00' }));
  await question.findByText('The amount has changed. Check it and try again.');
  await user.click(await question.findByRole('button', { name: 'Refund $1.50' }));
  await screen.findByText('$1.50 is being refunded to your card.');
  expect(refunds.map(({ body }) => body)).toEqual([
    { amount: usd(200) },
    { amount: usd(200) },
    { amount: usd(150) },
  ]);
  expect(refunds[1]?.key).toBe(refunds[0]?.key);
  expect(refunds[2]?.key).not.toBe(refunds[0]?.key);
});

const movements: WalletMovement[] = [
  {
    id: '3',
    reason: 'usage',
    amount: usd(-300),
    topUp: usd(-200),
    bonus: usd(-100),
    balance: usd(2400),
    at: '2026-11-20T19:05:00.000Z',
    order: { id: 'o', number: 'R-7K3M-92QF' },
  },
  {
    id: '2',
    reason: 'topUpBonus',
    amount: usd(200),
    topUp: usd(0),
    bonus: usd(200),
    balance: usd(2700),
    at: '2026-11-20T18:05:00.000Z',
    order: null,
  },
];

test('the history shows signed amounts, reasons, orders and balances, and the rider can load more movements', async () => {
  network.use(
    http.get(paths.walletMovements, ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'more'
        ? HttpResponse.json({ movements: movements.slice(1), nextCursor: null })
        : HttpResponse.json({ movements: movements.slice(0, 1), nextCursor: 'more' }),
    ),
  );
  const { user } = await openApp('/payment/viewHistory', 'rider');
  const [used] = await screen.findAllByRole('listitem');
  expect(used?.textContent).toContain('Charger use');
  expect(used?.textContent).toContain('-$3.00');
  expect(used?.textContent).toContain('of this, bonus -$1.00');
  expect(used?.textContent).toContain('Balance $24.00');
  const link = within(used ?? document.body).getByRole('link', { name: 'Order R-7K3M-92QF' });
  expect(link.getAttribute('href')).toBe('/history/detail?orderId=o');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  const bonus = (await screen.findByText('Top-up bonus')).closest('li');
  expect(bonus?.textContent).toContain('+$2.00');
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('an empty history links to the first top-up, and an error has a button to try again', async () => {
  network.use(http.get(paths.walletMovements, () => problem('serverError'), { once: true }));
  const { user } = await openApp('/payment/viewHistory', 'rider');
  await screen.findByText('Server error');
  network.use(
    http.get(paths.walletMovements, () => HttpResponse.json({ movements: [], nextCursor: null })),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No GoCash movements yet');
  expect(screen.getByRole('link', { name: 'Add GoCash' }).getAttribute('href')).toBe(
    '/payment/addGoCash',
  );
});

test('guests must log in first', async () => {
  await openApp('/payment/addGoCash');
  await heading('Log in');
  expect(window.location.search).toBe('?next=%2Fpayment%2FaddGoCash');
});
