import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { CardForm } from '../../../contract/payment.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { fakeStripe } from '../../testing/fakeStripeLibrary.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { mastercard, payPal, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: fakeStripe.load }));

// Each test uses another key, because the app caches the loaded script by its key.
let round = 0;
const keyNow = () => `pk_test_${round}`;
const form = (): CardForm => ({
  provider: 'stripe',
  publishableKey: keyNow(),
  sheets: [{ kind: 'applePay' }, { kind: 'payPal' }],
});
const addCard = '/payment/addNewCard';
const addMethod = '/payment/paymentMethodActions/addPaymentMethod';

const setups: { key: string | null; body: unknown }[] = [];
const additions: unknown[] = [];
let addition: () => Response;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  round += 1;
  fakeStripe.reset();
  setups.length = 0;
  additions.length = 0;
  addition = () => HttpResponse.json(mastercard, { status: 201 });
  network.use(
    http.get(paths.cardForm, () => HttpResponse.json(form())),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })),
    http.post(paths.paymentSetups, async ({ request }) => {
      const number = setups.push({
        key: request.headers.get('idempotency-key'),
        body: await request.json(),
      });
      const setup = { id: `seti_${number}`, clientSecret: `seti_${number}_secret` };
      return HttpResponse.json(setup, { status: 201 });
    }),
    http.post(paths.paymentMethods, async ({ request }) => {
      additions.push(await request.json());
      return addition();
    }),
  );
});
fakeNetwork();

async function openForm() {
  const { user } = await openApp(addCard, 'rider');
  const fields = await fakeStripe.element('payment');
  fields.emit('ready', {});
  fields.emit('change', { complete: true });
  await user.type(screen.getByLabelText('Name on card'), 'Ada Lovelace');
  await user.type(screen.getByLabelText('ZIP code'), '60601');
  return { user, press: () => user.click(screen.getByRole('button', { name: 'Add card' })) };
}

test('a card from Stripe’s fields is saved with a setup that the server has created @slow', async () => {
  const { press } = await openForm();
  expect(fakeStripe.load).toHaveBeenCalledWith(keyNow());
  expect(fakeStripe.elementsOptions()).toMatchObject({
    mode: 'setup',
    setupFutureUsage: 'off_session',
    allowedPaymentMethodTypes: ['card'],
    locale: 'en',
  });
  await press();
  await waitFor(() =>
    expect(additions).toEqual([
      { token: 'seti_1', country: 'US', postalCode: '60601', makeDefault: false },
    ]),
  );
  expect(setups).toEqual([{ key: expect.any(String), body: { kind: 'card' } }]);
  expect(fakeStripe.confirmations).toMatchObject([
    {
      clientSecret: 'seti_1_secret',
      redirect: 'if_required',
      confirmParams: {
        payment_method_data: {
          billing_details: {
            name: 'Ada Lovelace',
            address: { country: 'US', postal_code: '60601' },
          },
        },
      },
    },
  ]);
});

test('missing values are reported, and no setup is created', async () => {
  const { user, press } = await openForm();
  await user.clear(screen.getByLabelText('Name on card'));
  fakeStripe.submission = { error: { type: 'validation_error' } };
  await press();
  expect(await screen.findByText('Enter the name on the card.')).toBeTruthy();
  fakeStripe.submission = {};
  await user.type(screen.getByLabelText('Name on card'), 'Ada');
  await user.clear(screen.getByLabelText('ZIP code'));
  await press();
  expect(await screen.findByText('Enter your ZIP code.')).toBeTruthy();
  expect(setups).toEqual([]);
});

test('a card that its bank declines is reported, and the next attempt uses a new setup', async () => {
  const { press } = await openForm();
  fakeStripe.confirmation = { error: { type: 'card_error', code: 'card_declined' } };
  await press();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(additions).toEqual([]);
  fakeStripe.confirmation = null;
  await press();
  await waitFor(() => expect(additions).toMatchObject([{ token: 'seti_2' }]));
  expect(new Set(setups.map(({ key }) => key)).size).toBe(2);
});

test('a setup that the server cannot create does not count as a declined card', async () => {
  network.use(http.post(paths.paymentSetups, () => problem('paymentProviderUnavailable')));
  const { press } = await openForm();
  await press();
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(fakeStripe.confirmations).toEqual([]);
});

test('a script that fails to load is reported, and can be loaded again', async () => {
  fakeStripe.absent = true;
  const { user } = await openApp(addCard, 'rider');
  expect(await screen.findByText('The card form did not load.')).toBeTruthy();
  fakeStripe.absent = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await fakeStripe.element('payment');
});

test('PayPal’s own button opens its sheet, and the method from the sheet is saved', async () => {
  addition = () => HttpResponse.json(payPal, { status: 201 });
  const { user } = await openApp(addMethod, 'rider');
  await user.click(await screen.findByRole('radio', { name: /PayPal/ }));
  const button = await fakeStripe.element('expressCheckout');
  expect(button.options).toMatchObject({
    paymentMethods: { applePay: 'never', paypal: 'auto', link: 'never' },
  });
  button.emit('ready', { availablePaymentMethods: { paypal: true } });
  button.emit('cancel', {});
  await screen.findByText('PayPal was cancelled. Nothing was added or charged.');
  const paymentFailed = vi.fn<() => void>();
  button.emit('confirm', { paymentFailed });
  await waitFor(() => expect(additions).toMatchObject([{ token: 'seti_1' }]));
  expect(setups).toMatchObject([{ body: { kind: 'payPal' } }]);
  expect(fakeStripe.elementsOptions()).toMatchObject({ allowedPaymentMethodTypes: ['paypal'] });
  expect(paymentFailed).not.toHaveBeenCalled();
});

test('a wallet that is missing on the device is reported', async () => {
  const { user } = await openApp(addMethod, 'rider');
  await user.click(await screen.findByRole('radio', { name: /Apple Pay/ }));
  const button = await fakeStripe.element('expressCheckout');
  button.emit('ready', { availablePaymentMethods: undefined });
  const said = 'This device has no Apple Pay set up. Choose another payment method.';
  expect(await screen.findByText(said)).toBeTruthy();
});

test('the app requests a merchant token from Apple Pay, because rentals are charged later', async () => {
  const { user } = await openApp(addMethod, 'rider');
  await user.click(await screen.findByRole('radio', { name: /Apple Pay/ }));
  const button = await fakeStripe.element('expressCheckout');
  expect(button.options).toMatchObject({
    applePay: {
      deferredPaymentRequest: {
        paymentDescription: 'Charger rentals',
        managementURL: `${location.origin}/payment/paymentMethodActions`,
        billingAgreement: expect.stringContaining('You can remove the card at any time.'),
        deferredBilling: {
          label: 'Each rental, after the return',
          amount: 0,
          deferredPaymentDate: expect.any(Date),
        },
      },
    },
  });
});

test('the app requests no merchant token from PayPal', async () => {
  const { user } = await openApp(addMethod, 'rider');
  await user.click(await screen.findByRole('radio', { name: /PayPal/ }));
  const button = await fakeStripe.element('expressCheckout');
  expect(button.options).not.toHaveProperty('applePay');
});
