import type { SheetKind } from '../../../../contract/payment.ts';
import type { Clock } from '../../../time/clock.ts';
import type { PaymentProvider } from '../provider.ts';
import { StripeAuthorize } from './authorize.ts';
import { StripeBalance } from './balance.ts';
import { StripeChargebacks } from './chargebacks.ts';
import { createStripeClient } from './client.ts';
import { Customers, type CustomerStore } from './customers.ts';
import type { KeyStore } from './keys.ts';
import { publishedMinimum } from './minimums.ts';
import { StripeMethods } from './methods.ts';
import { StripeMoves } from './moves.ts';
import { readStripeWebhook } from './webhooks.ts';

export interface StripeProviderOptions {
  secretKey: string;
  publishableKey: string;
  /** The signing secrets of the webhook. Stripe may have signed an event with any of them. */
  webhookSecrets: readonly string[];
  /** The address of the API, `https://api.stripe.com` or a replacement, without a trailing slash. */
  url: string;
  /** The payment sheets that riders can use besides cards, in the order in which the app shows them. */
  sheets: readonly SheetKind[];
  /** The smallest charge in minor units of `currency`. It replaces the amount that Stripe publishes. */
  minimumCharge?: { currency: string; amount: number } | null;
  /** The address to which the bank's confirmation page redirects. */
  returnUrl: string;
  clock: Clock;
  customers: CustomerStore;
  keys: KeyStore;
  /** The time in milliseconds after which a call without an answer has the outcome `unknown`. */
  timeoutMs?: number;
}

/** The adapter to Stripe. It uses Stripe's own package. */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const { clock, publishableKey, returnUrl, sheets, webhookSecrets } = options;
  const stripe = createStripeClient(options);
  const { keys, minimumCharge } = options;
  const customers = new Customers(stripe, options.customers, keys);
  const methods = new StripeMethods({ stripe, customers, keys, sheets });
  const types = sheets.includes('payPal') ? ['card', 'paypal'] : ['card'];
  const holds = new StripeAuthorize({ stripe, customers, keys, clock, types, returnUrl });
  const moves = new StripeMoves(stripe, keys);
  const balance = new StripeBalance(stripe);
  const chargebacks = new StripeChargebacks(stripe, keys);
  return {
    name: 'stripe',
    minimumCharge: (currency) =>
      minimumCharge?.currency === currency ? minimumCharge.amount : publishedMinimum(currency),
    cardForm: () => ({
      provider: 'stripe',
      publishableKey,
      sheets: sheets.map((kind) => ({ kind })),
    }),
    // See docs.stripe.com/security/guide#content-security-policy.
    contentSources: () => ({
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connects: ['https://api.stripe.com'],
    }),
    beginSetup: (request) => methods.beginSetup(request),
    attach: (request) => methods.attach(request),
    detach: (request) => methods.detach(request),
    deleteCustomer: (request) => customers.delete(request.customer),
    edit: (request) => methods.edit(request),
    authorize: (request) => holds.authorize(request),
    capture: (request) => moves.capture(request),
    void: (request) => moves.void(request),
    refund: (request) => moves.refund(request),
    listTransactions: (request) => balance.list(request),
    readBalance: () => balance.read(),
    readPayment: (request) => moves.read(request),
    readChargeback: (request) => chargebacks.read(request),
    uploadReceipt: (request) => chargebacks.uploadReceipt(request),
    sendEvidence: (request) => chargebacks.sendEvidence(request),
    readFraudWarning: (request) => chargebacks.readWarning(request),
    readWebhook: (message) => readStripeWebhook(webhookSecrets, message),
  };
}
