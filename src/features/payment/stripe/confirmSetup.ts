import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { PaymentSetup } from '../../../../contract/payment.ts';
import type { Billing } from '../providerTypes.ts';

export type Confirmed =
  | { type: 'token'; token: string }
  | { type: 'invalid' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

export interface ConfirmOptions {
  stripe: Stripe;
  elements: StripeElements;
  /** Creates a setup on the server. Resolves to null if the server creates none. */
  begin: () => Promise<PaymentSetup | null>;
  /** The cardholder's name and address, if our own fields ask for them. */
  owner?: Billing & { name: string };
}

/**
 * Creates a setup and confirms it with Stripe. Call this after the fields are valid or the sheet is
 * confirmed. If the setup succeeds, resolves to its id, which our server accepts as the token. If
 * not, resolves to the kind of the failure.
 */
export async function confirmSetup({
  stripe,
  elements,
  begin,
  owner,
}: ConfirmOptions): Promise<Confirmed> {
  const setup = await begin();
  if (setup === null) return { type: 'failed', code: 'unavailable' };
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    clientSecret: setup.clientSecret,
    confirmParams: {
      return_url: location.href,
      ...(owner && {
        payment_method_data: {
          billing_details: {
            name: owner.name,
            address: { country: owner.country, postal_code: owner.postalCode },
          },
        },
      }),
    },
    redirect: 'if_required',
  });
  if (error) return failureOf(error);
  // The token is the id of the setup, because the server asks Stripe for the result.
  return { type: 'token', token: setupIntent.id };
}

function failureOf({ type }: StripeError): Confirmed {
  switch (type) {
    case 'validation_error':
      return { type: 'invalid' };
    case 'card_error':
    case 'invalid_request_error':
      return { type: 'failed', code: 'cardRejected' };
    default:
      return { type: 'failed', code: 'unavailable' };
  }
}
