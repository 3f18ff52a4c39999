import { Balance } from './balance.ts';
import { checkStatement } from './statement.ts';
import { formOf, textOf, textsOf, wholeOf, type Form } from './form.ts';
import {
  invalid,
  missing,
  newId,
  Refusal,
  type ApiError,
  type Habit,
  type Intent,
  type Method,
  type Refund,
  type Setup,
} from './objects.ts';

/** The card or account that the rider enters. */
export interface Typed {
  habit?: Habit;
  wallet?: 'apple_pay' | 'google_pay';
  payPal?: { email: string | null; payer: string | null };
  last4?: string;
  expiryYear?: number;
  fingerprint?: string;
}

export interface AccountEvent {
  type: string;
  object: object;
}

const cardErrors: Readonly<Record<Exclude<Habit, 'pays'>, Omit<ApiError, 'type' | 'message'>>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  insufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  expired: { code: 'expired_card', decline_code: 'expired_card' },
  failsWhenCharged: { code: 'card_declined', decline_code: 'generic_decline' },
  authentication: { code: 'authentication_required', decline_code: 'authentication_required' },
};

/** One Stripe account, with its objects and their operations. */
export class Account {
  readonly customers = new Map<string, { id: string; object: 'customer'; metadata: object }>();
  readonly methods = new Map<string, Method & { habit: Habit }>();
  readonly setups = new Map<string, Setup>();
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly balance: Balance;
  readonly #send: (event: AccountEvent) => void;
  /** Returns the address of the bank's pages. */
  readonly #url: () => string;

  constructor(send: (event: AccountEvent) => void, url: () => string, now: () => Date) {
    this.#send = send;
    this.#url = url;
    this.balance = new Balance(now);
  }

  createCustomer(form: Form) {
    const customer = { id: newId('cus'), object: 'customer' as const, metadata: metadataOf(form) };
    this.customers.set(customer.id, customer);
    return customer;
  }

  deleteCustomer(id: string) {
    if (!this.customers.delete(id)) throw missing('customer');
    for (const method of this.methods.values()) {
      if (method.customer === id) method.customer = null;
    }
    return { id, object: 'customer' as const, deleted: true };
  }

  createSetup(form: Form): Setup {
    if ('payment_method_types' in form) throw invalid('payment_method_types_no_longer_supported');
    const id = newId('seti');
    const setup: Setup = {
      id,
      object: 'setup_intent',
      client_secret: `${id}_secret_${newId('x')}`,
      customer: this.#customerOf(form),
      payment_method: null,
      payment_method_types: textsOf(form, 'allowed_payment_method_types'),
      status: 'requires_payment_method',
      usage: textOf(form, 'usage') ?? 'off_session',
      last_setup_error: null,
      metadata: metadataOf(form),
    };
    this.setups.set(id, setup);
    return setup;
  }

  /**
   * Finishes a setup, as Stripe's library in the browser does after a card was entered or a wallet was
   * opened.
   */
  finishSetup(id: string, typed: Typed = {}): string {
    const setup = this.setups.get(id);
    if (!setup) throw missing('setup_intent');
    const type = typed.payPal ? 'paypal' : 'card';
    if (!setup.payment_method_types.includes(type))
      throw invalid('payment_method_type_not_allowed');
    const { habit = 'pays', wallet, payPal, last4 = '4242', expiryYear = 2031 } = typed;
    const id_ = newId('pm');
    const method: Method & { habit: Habit } = {
      id: id_,
      object: 'payment_method',
      type,
      customer: setup.customer,
      habit,
      billing_details: {
        name: 'Ada Lovelace',
        email: payPal?.email ?? null,
        address: { country: 'US', postal_code: '60601' },
      },
      ...(payPal
        ? { paypal: { payer_email: payPal.email, payer_id: payPal.payer, country: 'US' } }
        : {
            card: {
              brand: 'visa',
              last4,
              exp_month: 12,
              exp_year: expiryYear,
              fingerprint: typed.fingerprint ?? `fingerprint-${last4}`,
              wallet: wallet ? { type: wallet } : null,
            },
          }),
    };
    this.methods.set(id_, method);
    Object.assign(setup, { status: 'succeeded', payment_method: id_ });
    this.#send({ type: 'setup_intent.succeeded', object: setup });
    return id_;
  }

  failSetup(id: string, code: string): void {
    const setup = this.setups.get(id);
    if (!setup) throw missing('setup_intent');
    setup.last_setup_error = { type: 'card_error', message: 'It failed', code };
    this.#send({ type: 'setup_intent.setup_failed', object: setup });
  }

  updateMethod(id: string, form: Form): Method {
    const method = this.method(id);
    const card = formOf(form, 'card');
    if (method.card) {
      method.card.exp_month = wholeOf(card, 'exp_month') ?? method.card.exp_month;
      method.card.exp_year = wholeOf(card, 'exp_year') ?? method.card.exp_year;
      if (method.card.exp_month > 12) {
        throw new Refusal(402, {
          type: 'card_error',
          message: 'Wrong month',
          code: 'invalid_expiry_month',
        });
      }
    }
    const address = formOf(formOf(form, 'billing_details'), 'address');
    const { address: billing } = method.billing_details;
    billing.country = textOf(address, 'country') ?? billing.country;
    billing.postal_code = textOf(address, 'postal_code') ?? billing.postal_code;
    return method;
  }

  detachMethod(id: string): Method {
    const method = this.method(id);
    if (!method.customer) {
      // In this case, Stripe's answer has no code.
      throw new Refusal(400, { type: 'invalid_request_error', message: 'It is not attached' });
    }
    method.customer = null;
    return method;
  }

  createIntent(form: Form): Intent {
    if ('payment_method_types' in form) throw invalid('payment_method_types_no_longer_supported');
    const amount = wholeOf(form, 'amount');
    if (!amount) throw invalid('parameter_invalid_integer', 'amount');
    if (amount < 50) throw invalid('amount_too_small', 'amount');
    const method = this.method(textOf(form, 'payment_method') ?? '');
    const customer = this.#customerOf(form);
    if (method.customer !== customer || customer === null) {
      throw invalid('payment_method_unexpected_state', 'payment_method');
    }
    if (!textsOf(form, 'allowed_payment_method_types').includes(method.type)) {
      throw invalid('payment_method_type_not_allowed', 'payment_method');
    }
    checkStatement(form, method.type);
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      currency: textOf(form, 'currency') ?? '',
      customer,
      payment_method: method.id,
      capture_method: textOf(form, 'capture_method') === 'manual' ? 'manual' : 'automatic',
      status: 'requires_payment_method',
      description: textOf(form, 'description') ?? null,
      statement_descriptor_suffix: textOf(form, 'statement_descriptor_suffix') ?? null,
      last_payment_error: null,
      next_action: null,
      metadata: metadataOf(form),
    };
    this.intents.set(intent.id, intent);
    this.#send({ type: 'payment_intent.created', object: { ...intent } });
    this.#confirm(intent, method.habit, form);
    return intent;
  }

  capture(id: string, form: Form): Intent {
    const intent = this.intent(id);
    const amount = wholeOf(form, 'amount_to_capture') ?? intent.amount_capturable;
    if (intent.status !== 'requires_capture') throw invalid('payment_intent_unexpected_state');
    if (amount < 50) throw invalid('amount_too_small', 'amount_to_capture');
    if (amount > intent.amount_capturable) throw invalid('amount_too_large', 'amount_to_capture');
    Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
    Object.assign(intent.metadata, metadataOf(form));
    this.balance.charged(intent);
    this.#send({ type: 'payment_intent.succeeded', object: intent });
    return intent;
  }

  cancel(id: string): Intent {
    const intent = this.intent(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      throw invalid('payment_intent_unexpected_state');
    }
    Object.assign(intent, { status: 'canceled', amount_capturable: 0, next_action: null });
    this.#send({ type: 'payment_intent.canceled', object: intent });
    return intent;
  }

  refund(form: Form): Refund {
    const intent = this.intent(textOf(form, 'payment_intent') ?? '');
    const amount = wholeOf(form, 'amount') ?? intent.amount_received;
    if (amount > intent.amount_received - this.refundedOf(intent.id)) {
      throw invalid('charge_already_refunded');
    }
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: metadataOf(form),
    };
    this.refunds.push(refund);
    this.balance.refunded(refund);
    this.#send({ type: 'refund.created', object: refund });
    return refund;
  }

  /** Makes an accepted refund fail, as can happen days later at Stripe. */
  failRefund(refund: Refund): void {
    if (refund.status !== 'failed') this.balance.refundFailed(refund);
    refund.status = 'failed';
    this.#send({ type: 'refund.failed', object: refund });
  }

  /** Confirms or refuses a payment on the bank's page, as the cardholder would. */
  authenticate(id: string, approved: boolean): Intent {
    const intent = this.intent(id);
    if (intent.status !== 'requires_action') throw invalid('payment_intent_unexpected_state');
    intent.next_action = null;
    if (approved) this.#succeed(intent);
    else {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = {
        type: 'invalid_request_error',
        message: 'It was not confirmed',
        code: 'payment_intent_authentication_failure',
      };
      this.#send({ type: 'payment_intent.payment_failed', object: intent });
    }
    return intent;
  }

  /** Ends a hold, as most banks do after a week. */
  expire(id: string): void {
    const intent = this.cancel(id);
    Object.assign(intent, { cancellation_reason: 'automatic' });
  }

  refundedOf(id: string): number {
    return this.refunds
      .filter(({ payment_intent, status }) => payment_intent === id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  method(id: string): Method & { habit: Habit } {
    const method = this.methods.get(id);
    if (!method) throw missing('PaymentMethod');
    return method;
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id);
    if (!intent) throw missing('payment_intent');
    return intent;
  }

  #customerOf(form: Form): string | null {
    const id = textOf(form, 'customer');
    if (id === undefined) return null;
    if (!this.customers.has(id)) throw missing('customer');
    return id;
  }

  #confirm(intent: Intent, habit: Habit, form: Form): void {
    const isOnSession = textOf(form, 'off_session') !== 'true';
    if (habit === 'pays') return this.#succeed(intent);
    if (habit === 'authentication' && isOnSession) {
      const return_url = textOf(form, 'return_url');
      if (return_url === undefined) throw invalid('parameter_missing', 'return_url');
      intent.status = 'requires_action';
      const url = `${this.#url()}/authenticate/${intent.id}`;
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url } };
      this.#send({ type: 'payment_intent.requires_action', object: intent });
      return;
    }
    const error: ApiError = { type: 'card_error', message: 'Declined', ...cardErrors[habit] };
    intent.last_payment_error = error;
    this.#send({ type: 'payment_intent.payment_failed', object: intent });
    throw new Refusal(402, { ...error, payment_intent: { ...intent } });
  }

  #succeed(intent: Intent): void {
    if (intent.capture_method === 'manual') {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount });
      this.#send({ type: 'payment_intent.amount_capturable_updated', object: intent });
      return;
    }
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    this.balance.charged(intent);
    this.#send({ type: 'payment_intent.succeeded', object: intent });
  }
}

function metadataOf(form: Form): Record<string, string> {
  const metadata = formOf(form, 'metadata');
  const names = Object.keys(metadata);
  return Object.fromEntries(names.map((name) => [name, textOf(metadata, name) ?? '']));
}
