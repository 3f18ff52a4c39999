import type { Stripe } from 'stripe';
import type { Clock } from '../../../time/clock.ts';
import type { AuthorizeRequest, AuthorizeResult, DeclineReason } from '../provider.ts';
import { toStripe } from './amounts.ts';
import type { Customers } from './customers.ts';
import { attempt, reasonOf } from './failures.ts';
import { keyOf, keysPerOperation, type KeyStore } from './keys.ts';
import { statementSuffix } from './statement.ts';

const failed = { outcome: 'failed' } as const;
const unknown = { outcome: 'unknown' } as const;
const declined = (reason: DeclineReason) => ({ outcome: 'declined', reason }) as const;

/**
 * How long a key is safe to use. Stripe may forget a key after 24 hours, and then another call with the key
 * would have a second effect.
 */
const keyLifeMs = 20 * 3_600_000;

/** The highest number of a rider's payments that a look-up reads, in pages of a hundred. */
const searchDepth = 1000;

interface Options {
  stripe: Stripe;
  customers: Customers;
  keys: KeyStore;
  clock: Clock;
  /** The types of payment methods, with Stripe's names. */
  types: string[];
  /** The address to which the bank's confirmation page redirects. */
  returnUrl: string;
}

/**
 * Creates holds and charges. Each of them is one PaymentIntent, which can be found by its id, by its idempotency key or
 * by its metadata.
 */
export class StripeAuthorize {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async authorize(request: AuthorizeRequest): Promise<AuthorizeResult> {
    const customer = await this.#options.customers.findOrCreate(request.customer);
    if (!customer) return unknown;
    const { before } = request;
    // A repeated call would get Stripe's first answer. The PaymentIntent itself has the current state.
    if (before?.authorization) return this.#retrieve(before.authorization, request);
    if (before && this.#options.clock.now().getTime() - before.at.getTime() > keyLifeMs) {
      // If the look-up finds no payment, the payment counts as declined, because it is too late to create one.
      return (await this.#lookUp(customer, request)) ?? declined('declined');
    }
    return this.#create(customer, request);
  }

  async #create(customer: string, request: AuthorizeRequest): Promise<AuthorizeResult> {
    const { key, card, amount, currency, description, capture, onSession } = request;
    const suffix = request.statement === undefined ? null : statementSuffix(request.statement);
    const spent = request.before ? await this.#options.keys.spent(key) : 0;
    const created = await attempt(
      'a payment',
      this.#options.stripe.paymentIntents.create(
        {
          amount: toStripe(amount, currency),
          currency: currency.toLowerCase(),
          customer,
          payment_method: card,
          allowed_payment_method_types: this.#options.types,
          capture_method: capture ? 'automatic' : 'manual',
          confirm: true,
          ...(onSession ? { return_url: this.#options.returnUrl } : { off_session: true }),
          description,
          ...(suffix !== null && { statement_descriptor_suffix: suffix }),
          metadata: { key, order: description },
        },
        { idempotencyKey: keyOf(key, spent) },
      ),
    );
    if (created.ok) {
      const intent = created.value;
      return isReplayed(intent) ? this.#retrieve(intent.id, request) : outcomeOf(intent, request);
    }
    const { failure } = created;
    switch (failure.kind) {
      case 'lost':
      case 'busy':
        return unknown;
      case 'keySpent':
        return (await this.#lookUp(customer, request)) ?? this.#useNextKey(key, spent);
      case 'declined':
        return declined(failure.reason);
      case 'refused':
        if (declinedCodes.has(failure.code)) return declined(reasonOf(failure.code));
        if (cardCodes.has(failure.code)) return declined('invalidCard');
        throw failure.error;
    }
  }

  /**
   * Marks the key as used up, after a look-up proved that nothing happened. The next call uses the next key,
   * because Stripe would repeat its error for this key.
   */
  async #useNextKey(operation: string, spent: number): Promise<AuthorizeResult> {
    const now = await this.#options.keys.spend(operation, spent);
    return now < keysPerOperation ? unknown : failed;
  }

  async #retrieve(id: string, request: AuthorizeRequest): Promise<AuthorizeResult> {
    const found = await attempt('a payment', this.#options.stripe.paymentIntents.retrieve(id));
    if (found.ok) return outcomeOf(found.value, request);
    if (found.failure.kind === 'refused') throw found.failure.error;
    return unknown;
  }

  /**
   * Searches for the payment with this key among the customer's payments; null if there is none. The outcome is
   * `unknown` if a page of the payments cannot be read now, or if none of the newest `searchDepth` payments has the key
   * and there are more.
   */
  async #lookUp(customer: string, request: AuthorizeRequest): Promise<AuthorizeResult | null> {
    const { stripe } = this.#options;
    let after: string | undefined;
    for (let seen = 0; seen < searchDepth; seen += 100) {
      const page = await attempt(
        'a list of payments',
        stripe.paymentIntents.list({
          customer,
          limit: 100,
          ...(after !== undefined && { starting_after: after }),
        }),
      );
      if (!page.ok) {
        if (page.failure.kind === 'refused') throw page.failure.error;
        return unknown;
      }
      const { data, has_more } = page.value;
      const intent = data.find(({ metadata }) => metadata['key'] === request.key);
      if (intent) return outcomeOf(intent, request);
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) return null;
    }
    return unknown;
  }
}

/** Whether the answer is the stored first answer for the key. The current state may be different. */
function isReplayed({ lastResponse: { headers } }: Stripe.Response<Stripe.PaymentIntent>): boolean {
  // With the fetch client, `headers` is a `Headers` object, although the types of the package differ.
  const all = headers instanceof Headers ? headers : new Headers(headers);
  return all.get('idempotent-replayed') === 'true';
}

/** Converts the state of a PaymentIntent to an outcome of the port. */
function outcomeOf(
  intent: Pick<Stripe.PaymentIntent, 'id' | 'status' | 'last_payment_error' | 'next_action'>,
  request: AuthorizeRequest,
): AuthorizeResult {
  const { id: authorization, status } = intent;
  switch (status) {
    case 'requires_capture':
      return { outcome: 'authorized', authorization };
    case 'succeeded':
      return { outcome: request.capture ? 'captured' : 'authorized', authorization };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { outcome: 'actionRequired', authorization, url } : unknown;
    }
    case 'canceled':
      return declined('authenticationFailed');
    case 'requires_payment_method': {
      const { code, decline_code } = intent.last_payment_error ?? {};
      return declined(reasonOf(code, decline_code));
    }
    default:
      return unknown;
  }
}

/** The codes of refusals because of this payment method. Another payment method may work. */
const cardCodes = new Set([
  'resource_missing',
  'payment_method_not_available',
  'payment_method_unexpected_state',
  'payment_method_unactivated',
  'payment_method_currency_mismatch',
  'payment_method_customer_decline',
]);
const declinedCodes = new Set([
  'amount_too_small',
  'amount_too_large',
  'authentication_required',
  'payment_intent_authentication_failure',
  'payment_intent_payment_attempt_failed',
]);
