import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { SheetKind } from '../../../../contract/payment.ts';
import type {
  AttachedCard,
  AttachResult,
  CardEdit,
  DeclineReason,
  MoveResult,
  SetupRequest,
  SetupResult,
} from '../provider.ts';
import type { Customers } from './customers.ts';
import { attempt, reasonOf } from './failures.ts';
import { keyOf, type KeyStore } from './keys.ts';

const unknown = { outcome: 'unknown' } as const;
const declined = (reason: DeclineReason) => ({ outcome: 'declined', reason }) as const;

/** Adds, changes and removes payment methods. */
export class StripeMethods {
  readonly #stripe: Stripe;
  readonly #customers: Customers;
  readonly #keys: KeyStore;
  readonly #sheets: readonly SheetKind[];

  constructor(options: {
    stripe: Stripe;
    customers: Customers;
    keys: KeyStore;
    sheets: readonly SheetKind[];
  }) {
    this.#stripe = options.stripe;
    this.#customers = options.customers;
    this.#keys = options.keys;
    this.#sheets = options.sheets;
  }

  /**
   * Prepares a setup. Apple Pay and Google Pay return cards, so they use the setup of a card. PayPal needs another kind
   * of setup.
   */
  async beginSetup({
    key,
    customer: userId,
    kind = 'card',
  }: SetupRequest): Promise<SetupResult | null> {
    if (kind !== 'card' && !this.#sheets.includes(kind)) return null;
    const customer = await this.#customers.findOrCreate(userId);
    if (!customer) return unknown;
    const operation = `setup:${key}`;
    const spent = await this.#keys.spent(operation);
    const made = await attempt(
      'a setup',
      this.#stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          allowed_payment_method_types: [kind === 'payPal' ? 'paypal' : 'card'],
          metadata: { user: userId },
        },
        { idempotencyKey: keyOf(key, spent) },
      ),
    );
    if (made.ok) {
      const { id, client_secret: clientSecret } = made.value;
      if (clientSecret) return { outcome: 'ready', id, clientSecret };
      return unknown;
    }
    if (made.failure.kind === 'refused') throw made.failure.error;
    // The key is used up, because Stripe repeats its error. A second setup moves no money.
    if (made.failure.kind === 'keySpent') await this.#keys.spend(operation, spent);
    return unknown;
  }

  /** `token` is the id of the rider's setup, which Stripe's library in the browser has finished. */
  async attach({
    token,
    customer: userId,
  }: {
    token: string;
    customer: string;
  }): Promise<AttachResult> {
    const customer = await this.#customers.find(userId);
    // The token is checked, because it becomes part of a path of Stripe's API.
    if (!customer || !/^seti_\w+$/.test(token)) return declined('invalidCard');
    const found = await attempt(
      'a setup',
      this.#stripe.setupIntents.retrieve(token, { expand: ['payment_method'] }),
    );
    if (!found.ok) {
      if (found.failure.kind !== 'refused') return unknown;
      if (found.failure.code === 'resource_missing') return declined('invalidCard');
      throw found.failure.error;
    }
    const setup = found.value;
    if (idOf(setup.customer) !== customer) return declined('invalidCard');
    switch (setup.status) {
      case 'succeeded':
        return attachedOf(setup.payment_method);
      case 'processing':
        return unknown;
      default: {
        const { code, decline_code } = setup.last_setup_error ?? {};
        return declined(code ? reasonOf(code, decline_code) : 'authenticationFailed');
      }
    }
  }

  async edit({
    card,
    expiryMonth,
    expiryYear,
    country,
    postalCode,
  }: CardEdit): Promise<MoveResult> {
    const address = {
      ...(country !== undefined && { country }),
      ...(postalCode !== undefined && { postal_code: postalCode }),
    };
    const expiry = {
      ...(expiryMonth !== undefined && { exp_month: expiryMonth }),
      ...(expiryYear !== undefined && { exp_year: expiryYear }),
    };
    const edited = await attempt(
      'an edit',
      this.#stripe.paymentMethods.update(card, {
        ...(Object.keys(expiry).length > 0 && { card: expiry }),
        ...(Object.keys(address).length > 0 && { billing_details: { address } }),
      }),
    );
    if (edited.ok) return { outcome: 'done' };
    const { failure } = edited;
    switch (failure.kind) {
      case 'declined':
        return declined(failure.reason);
      case 'refused':
        if (failure.code === '') throw failure.error;
        return declined(
          failure.code === 'resource_missing' ? 'invalidCard' : reasonOf(failure.code),
        );
      default:
        return unknown;
    }
  }

  async detach({ card }: { card: string }): Promise<MoveResult> {
    const detached = await attempt('a detachment', this.#stripe.paymentMethods.detach(card));
    if (detached.ok) return { outcome: 'done' };
    if (detached.failure.kind === 'lost' || detached.failure.kind === 'busy') return unknown;
    // The method may already be detached. In that case, Stripe refuses the call, but the error has
    // no specific code.
    const found = await attempt('a payment method', this.#stripe.paymentMethods.retrieve(card));
    if (found.ok) {
      if (!found.value.customer) return { outcome: 'done' };
      if (detached.failure.kind === 'refused') throw detached.failure.error;
      return unknown;
    }
    if (found.failure.kind !== 'refused') return unknown;
    if (found.failure.code === 'resource_missing') return { outcome: 'done' };
    throw found.failure.error;
  }
}

function attachedOf(method: string | Stripe.PaymentMethod | null): AttachResult {
  if (method === null || typeof method === 'string') return unknown;
  const { name, address } = method.billing_details;
  const common = {
    outcome: 'attached' as const,
    card: method.id,
    nameOnCard: name ?? '',
    country: address?.country ?? null,
    postalCode: address?.postal_code ?? null,
  };
  if (method.type === 'card' && method.card) {
    const { brand, last4, exp_month, exp_year, fingerprint, wallet } = method.card;
    return {
      ...common,
      kind: kindOf(wallet?.type),
      fingerprint: fingerprint ?? method.id,
      brand,
      last4,
      label: null,
      expiryMonth: exp_month,
      expiryYear: exp_year,
    };
  }
  if (method.type === 'paypal' && method.paypal) {
    const { payer_id, payer_email } = method.paypal;
    return {
      ...common,
      kind: 'payPal',
      fingerprint: payer_id ? hash(`paypal:${payer_id}`) : method.id,
      brand: 'paypal',
      last4: '',
      label: payer_email ? maskEmail(payer_email) : null,
      expiryMonth: null,
      expiryYear: null,
    };
  }
  return declined('invalidCard');
}

function kindOf(wallet: string | undefined): AttachedCard['kind'] {
  if (wallet === 'apple_pay') return 'applePay';
  return wallet === 'google_pay' ? 'googlePay' : 'card';
}

/** Masks an address as `a•••@example.com`, so that only the rider recognises it. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
