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

/**
 * One day in milliseconds. Apple requires a date for the later charge, and the date must be in the
 * future. The real date is unknown, because a rental is charged when the charger is back.
 */
const dayMs = 24 * 60 * 60_000;

/**
 * Returns the options that ask Apple Pay for a merchant token, which still works after the rider has changed the phone
 * (docs.stripe.com/apple-pay/merchant-tokens). Apple Pay has three kinds of merchant tokens. The kind for
 * deferred payments fits, because it is for services that are charged later, such as hotels. The kind for
 * automatic reloads is for balances that are filled up without the rider. The kind for recurring payments is
 * for subscriptions.
 *
 * @param origin the origin of the app, for the address of the page where riders manage their payment methods.
 */
export function merchantToken(texts: Texts, origin: string, now: Date): ApplePay {
  return {
    deferredPaymentRequest: {
      paymentDescription: texts.description,
      managementURL: `${origin}/payment/paymentMethodActions`,
      billingAgreement: texts.agreement,
      deferredBilling: {
        label: texts.later,
        // The amount is unknown, because it depends on the time of use.
        amount: 0,
        deferredPaymentDate: new Date(now.getTime() + dayMs),
      },
    },
  };
}
