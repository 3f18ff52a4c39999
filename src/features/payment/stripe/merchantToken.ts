import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';

type ApplePay = NonNullable<StripeExpressCheckoutElementOptions['applePay']>;

interface Texts {
  /** What the rider will pay for. */
  description: string;
  /** The name of the later amount. */
  later: string;
  /** The rider's permission to charge the card for later rentals. */
  agreement: string;
}

/** Apple wants a date in the future. A rental is charged when the charger is back. */
const dayMs = 24 * 60 * 60_000;

/**
 * Asks Apple Pay for a merchant token, which also works after the rider has changed the phone
 * (docs.stripe.com/apple-pay/merchant-tokens). Of its three kinds, a deferred payment fits: it is
 * for services that are charged later, such as hotels. Automatic reloads are for balances that are
 * filled up without the rider, and recurring payments for subscriptions.
 *
 * @param origin of the app, for the page where riders manage their payment methods.
 */
export function merchantToken(texts: Texts, origin: string, now: Date): ApplePay {
  return {
    deferredPaymentRequest: {
      paymentDescription: texts.description,
      managementURL: `${origin}/payment/paymentMethodActions`,
      billingAgreement: texts.agreement,
      deferredBilling: {
        label: texts.later,
        // The amount depends on the time of use.
        amount: 0,
        deferredPaymentDate: new Date(now.getTime() + dayMs),
      },
    },
  };
}
