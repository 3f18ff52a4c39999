import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { cardForm } from '../../testing/cardForm.ts';
import { playFrame } from '../../testing/issuer.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { mastercard, payPal, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const list = '/payment/paymentMethodActions';
const edit = (method: PaymentMethod) => `${list}/edit?id=${method.id}`;

let saved: PaymentMethod[] = [];

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  saved = [visa, mastercard, payPal];
  network.use(
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: saved })),
    http.get(paths.cardForm, () => HttpResponse.json(cardForm('applePay', 'googlePay', 'payPal'))),
  );
});
fakeNetwork();

/** Records each request of a kind and answers it. */
function calls(
  on: 'post' | 'patch' | 'delete',
  path: string,
  answer: (call: { body: unknown; search: string }) => Response,
) {
  const seen: { key: string | null; body: unknown; search: string }[] = [];
  network.use(
    http[on](path, async ({ request }) => {
      const body: unknown = on === 'delete' ? null : await request.json();
      const { search } = new URL(request.url);
      seen.push({ key: request.headers.get('idempotency-key'), body, search });
      return answer({ body, search });
    }),
  );
  return seen;
}

test.each(['/payment', list, `${list}/addPaymentMethod`, edit(visa)])(
  'a guest of %s logs in first and then returns to the page',
  async (path) => {
    await openApp(path);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(new URLSearchParams(window.location.search).get('next')).toBe(path);
  },
);

test('each payment method has its name and its details', async () => {
  saved = [visa, { ...mastercard, expiryYear: 2020 }, payPal];
  await openApp(list, 'rider');
  expect(document.title).toBe('Payment methods');
  const rows = within(await screen.findByRole('list')).getAllByRole('link');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Visa ending 4242.*Expires 04\/99.*Default/),
    expect.stringMatching(/Mastercard ending 4444.*Expired 04\/20/),
    expect.stringMatching(/PayPal.*a•••@example\.com/),
  ]);
  expect(rows[0]?.getAttribute('href')).toBe(edit(visa));
});

test('an empty list has one action, and a list that failed to load can be loaded again', async () => {
  saved = [];
  const first = await openApp('/payment', 'rider');
  expect(document.title).toBe('Payment');
  await screen.findByText('No payment methods yet');
  expect(screen.getByRole('link', { name: 'Add payment method' }).getAttribute('href')).toBe(
    `${list}/addPaymentMethod`,
  );
  first.unmount();

  network.use(http.get(paths.paymentMethods, () => problem('serverError')));
  const { user } = await openApp(list, 'rider');
  const again = await screen.findByRole('button', { name: 'Try again' });
  network.use(http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })));
  await user.click(again);
  await screen.findByRole('link', { name: /Visa ending 4242/ });
});

describe('a payment sheet', () => {
  const token = { type: 'token', token: 'tok_0123456789', brand: 'visa', last4: '1111' };
  const applePay: PaymentMethod = { ...visa, id: crypto.randomUUID(), kind: 'applePay' };

  const openSheet = async (kind: string) => {
    const opened = await openApp(`${list}/addPaymentMethod`, 'rider');
    await opened.user.click(await screen.findByRole('radio', { name: kind }));
    const next = () => screen.getByRole('button', { name: `Continue with ${kind}` });
    await waitFor(() => expect(next()).toHaveProperty('disabled', false));
    await opened.user.click(next());
    return { ...opened, ...(await playFrame(new RegExp(`^${kind}`))) };
  };

  test('a payment sheet adds a payment method, which is saved once, and wallets come before cards @slow', async () => {
    const seen = calls('post', paths.paymentMethods, () =>
      HttpResponse.json(applePay, { status: 201 }),
    );
    const { send, frame } = await openSheet('Apple Pay');
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'applePay',
      'googlePay',
      'card',
      'payPal',
    ]);
    expect(new URL(frame.src).searchParams.get('origin')).toBe(window.location.origin);
    send(token, 'https://evil.example');
    send(token, undefined, window);
    expect(seen).toEqual([]);
    send(token);
    await screen.findByText('Apple Pay is added.');
    expect(seen.map(({ body }) => body)).toEqual([{ token: token.token, makeDefault: false }]);
    await waitFor(() => expect(window.location.pathname).toBe(list));
  });

  test('a payment sheet does not make its method the default if the other methods failed to load', async () => {
    network.use(http.get(paths.paymentMethods, () => problem('serverError')));
    const { user } = await openApp(`${list}/addPaymentMethod`, 'rider');
    await user.click(await screen.findByRole('radio', { name: 'Apple Pay' }));
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  });

  test('a payment sheet that was closed or refused is reported, and can be opened again', async () => {
    const { send, user } = await openSheet('PayPal');
    send({ type: 'cancelled' });
    await screen.findByText(/^PayPal was cancelled/);
    await user.click(screen.getByRole('button', { name: 'Continue with PayPal' }));
    const again = await playFrame(/^PayPal/);
    again.send({ type: 'failed', code: 'cardRejected' });
    await screen.findByText(/^PayPal couldn't be used/);
    expect(screen.queryByTitle(/^PayPal/)).toBeNull();
  });

  test('after a missing answer, a payment sheet sends the same token with the same key @slow', async () => {
    const lost = calls('post', paths.paymentMethods, () => problem('paymentProviderUnavailable'));
    const { send, user } = await openSheet('Google Pay');
    send(token);
    await screen.findByText(/The payment service isn't answering/);
    const repeated = calls('post', paths.paymentMethods, () =>
      HttpResponse.json({ ...applePay, kind: 'googlePay' }, { status: 201 }),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Google Pay is added.');
    expect(repeated).toEqual(lost);
  });
});

describe('editing', () => {
  test('the new expiry date of a card is saved, and an error is shown at its field @slow', async () => {
    const seen = calls('patch', paths.paymentMethod, () => HttpResponse.json(mastercard));
    const { user } = await openApp(edit(mastercard), 'rider');
    expect(document.title).toBe('Card edit');
    const expiry = await screen.findByLabelText('Expiry date (MM/YY)');
    await user.clear(expiry);
    await user.type(expiry, '0120');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText(/^This date is in the past/);
    expect(document.activeElement).toBe(expiry);
    expect(expiry).toHaveProperty('value', '01/20');

    await user.clear(expiry);
    await user.type(expiry, '1131');
    await user.selectOptions(screen.getByLabelText('Country or region'), 'CA');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('This postal code does not fit the country.');
    expect(seen).toEqual([]);
    const postal = screen.getByLabelText('Postal code');
    await user.clear(postal);
    await user.type(postal, 'k1a 0b1');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Your changes are saved.');
    expect(seen.map(({ body }) => body)).toEqual([
      { expiryMonth: 11, expiryYear: 2031, country: 'CA', postalCode: 'K1A 0B1' },
    ]);
    expect(seen[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('the rider can make the method the default @slow', async () => {
    const seen = calls('post', paths.defaultMethod, () => {
      saved = [
        { ...mastercard, isDefault: true },
        { ...visa, isDefault: false },
      ];
      return HttpResponse.json({ methods: saved });
    });
    const { user } = await openApp(edit(mastercard), 'rider');
    await user.click(await screen.findByRole('button', { name: 'Set default' }));
    await screen.findByText('Set default Payment success.');
    expect(await screen.findByText('This is your default payment method.')).toBeDefined();
    expect(seen[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a method that no longer exists is reported', async () => {
    await openApp(`${list}/edit?id=${crypto.randomUUID()}`, 'rider');
    expect(await screen.findByText('This payment method is no longer there.')).toBeDefined();
  });
});

describe('removing', () => {
  const question = async (method: PaymentMethod) => {
    const opened = await openApp(edit(method), 'rider');
    await opened.user.click(await screen.findByRole('button', { name: 'Remove' }));
    return { ...opened, dialog: within(await screen.findByRole('alertdialog')) };
  };

  test('the question before the removal names the card, and asks for the next default @slow', async () => {
    const seen = calls('delete', paths.paymentMethod, () => {
      saved = [{ ...payPal, isDefault: true }, mastercard];
      return HttpResponse.json({ methods: saved });
    });
    const { user, dialog } = await question(visa);
    dialog.getByRole('heading', { name: 'Remove Visa ending 4242?' });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('Choose the new default.');
    expect(seen).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: 'PayPal' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Card removed.');
    expect(seen.map(({ search }) => search)).toEqual([`?nextDefault=${payPal.id}`]);
    await waitFor(() => expect(window.location.pathname).toBe(list));
  });

  test('a method that an open order uses stays, and a message explains why', async () => {
    calls('delete', paths.paymentMethod, () => problem('methodInUse'));
    const { user, dialog } = await question(mastercard);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText(/^This payment method is in use for an order/);
    expect(dialog.getByRole('link', { name: 'See orders' }).getAttribute('href')).toBe('/history');
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
