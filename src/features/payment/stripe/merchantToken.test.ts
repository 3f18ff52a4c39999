import { expect, test } from 'vitest';
import { merchantToken } from './merchantToken.ts';

test('the request for a merchant token contains a payment in one day, and the page where riders manage methods', () => {
  const texts = { description: 'Rentals', later: 'Each rental', agreement: 'You agree.' };
  expect(merchantToken(texts, 'https://go.example', new Date('2026-11-24T12:00:00Z'))).toEqual({
    deferredPaymentRequest: {
      paymentDescription: 'Rentals',
      managementURL: 'https://go.example/payment/paymentMethodActions',
      billingAgreement: 'You agree.',
      deferredBilling: {
        label: 'Each rental',
        amount: 0,
        deferredPaymentDate: new Date('2026-11-25T12:00:00Z'),
      },
    },
  });
});
