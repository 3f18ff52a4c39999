import type { Stripe } from 'stripe';
import type { DeclineReason, Failed, MoveResult, PaymentReport } from '../provider.ts';
import { fromStripe, toStripe } from './amounts.ts';
import { attempt, type Attempt, type Failure } from './failures.ts';
import { keyOf, keysPerOperation, type KeyStore } from './keys.ts';

const unknown = { outcome: 'unknown' } as const;
const failed = { outcome: 'failed' } as const;
const done = { outcome: 'done' } as const;
const declined = (reason: DeclineReason) => ({ outcome: 'declined', reason }) as const;

/** The highest number of refunds that the server reads of one payment. Stripe's package allows at most this number. */
const mostRefunds = 10_000;

interface MoneyMove {
  key: string;
  authorization: string;
  amount: number;
  currency: string;
}

/**
 * Captures, voids and refunds payments. Captures and refunds write their key into Stripe's metadata, which Stripe keeps
 * for ever. Captures and voids send no idempotency key, because a hold can only be captured or voided once, and because
 * Stripe would repeat a temporary error of a key for a day.
 */
export class StripeMoves {
  readonly #stripe: Stripe;
  readonly #keys: KeyStore;

  constructor(stripe: Stripe, keys: KeyStore) {
    this.#stripe = stripe;
    this.#keys = keys;
  }

  async capture({ key, authorization, amount, currency }: MoneyMove): Promise<MoveResult> {
    const captured = await attempt(
      'a capture',
      this.#stripe.paymentIntents.capture(authorization, {
        amount_to_capture: toStripe(amount, currency),
        metadata: { captured_by: key },
      }),
    );
    if (captured.ok) return done;
    return this.#readOutcome(authorization, captured.failure, ({ status, metadata }) => {
      if (status === 'succeeded' && metadata['captured_by'] === key) return 'done';
      if (status === 'processing') return 'moving';
      return status === 'requires_capture' ? 'open' : 'over';
    });
  }

  async void({ authorization }: { authorization: string }): Promise<MoveResult> {
    const canceled = await attempt('a void', this.#stripe.paymentIntents.cancel(authorization));
    if (canceled.ok) return done;
    return this.#readOutcome(authorization, canceled.failure, ({ status }) => {
      if (status === 'canceled') return 'done';
      // If the hold is still open, the caller retries.
      return status === 'succeeded' ? 'over' : 'moving';
    });
  }

  /**
   * Refunds a payment. It first searches for the refund, because the call may be a retry after Stripe has
   * forgotten the key.
   */
  async refund({ key, authorization, amount, currency }: MoneyMove): Promise<MoveResult | Failed> {
    const before = await this.#refundOf(authorization, key);
    if (!before.ok) return this.#afterLookUp(before.failure);
    if (before.value) return outcomeOf(before.value);
    const spent = await this.#keys.spent(key);
    const refunded = await attempt(
      'a refund',
      this.#stripe.refunds.create(
        {
          payment_intent: authorization,
          amount: toStripe(amount, currency),
          metadata: { key },
        },
        { idempotencyKey: keyOf(key, spent) },
      ),
    );
    if (refunded.ok) return outcomeOf(refunded.value);
    const { failure } = refunded;
    if (failure.kind === 'declined') return declined(failure.reason);
    if (failure.kind === 'refused') return declined('declined');
    if (failure.kind !== 'keySpent') return unknown;
    const after = await this.#refundOf(authorization, key);
    if (!after.ok) return this.#afterLookUp(after.failure);
    if (after.value) return outcomeOf(after.value);
    // There is no refund, but the key is used up, because Stripe would repeat its error for this key.
    return (await this.#keys.spend(key, spent)) < keysPerOperation ? unknown : failed;
  }

  /** Reads a payment with all its refunds, including refunds that somebody made in Stripe's dashboard. */
  async read({ authorization }: { authorization: string }): Promise<PaymentReport> {
    const found = await attempt('a payment', this.#stripe.paymentIntents.retrieve(authorization));
    if (!found.ok) return missingOr(found.failure);
    const { status, amount_received, currency } = found.value;
    const listed = await this.#refundsOf(authorization);
    if (!listed.ok) return missingOr(listed.failure);
    const inMinorUnits = (amount: number) => fromStripe(amount, currency.toUpperCase());
    return {
      outcome: 'found',
      state: stateOf(status),
      captured: inMinorUnits(amount_received),
      refunds: listed.value.map((refund) => ({
        id: refund.id,
        amount: inMinorUnits(refund.amount),
        key: refund.metadata?.['key'] ?? null,
        hasFailed: outcomeOf(refund).outcome !== 'done',
      })),
    };
  }

  /**
   * After an error, reads the outcome from the PaymentIntent. After `lost` or `busy`, it reads nothing, and the outcome
   * is `unknown`.
   */
  async #readOutcome(
    authorization: string,
    failure: Failure,
    read: (intent: Stripe.PaymentIntent) => 'done' | 'open' | 'moving' | 'over',
  ): Promise<MoveResult> {
    if (failure.kind === 'lost' || failure.kind === 'busy') return unknown;
    const found = await attempt('a payment', this.#stripe.paymentIntents.retrieve(authorization));
    if (!found.ok) return this.#afterLookUp(found.failure);
    switch (read(found.value)) {
      case 'done':
        return done;
      case 'over':
        return declined('declined');
      case 'moving':
        return unknown;
      case 'open':
        if (failure.kind === 'declined') return declined(failure.reason);
        return failure.kind === 'refused' ? declined('declined') : unknown;
    }
  }

  #afterLookUp(failure: Failure): MoveResult {
    if (failure.kind === 'refused') throw failure.error;
    return unknown;
  }

  async #refundOf(authorization: string, key: string): Promise<Attempt<Stripe.Refund | null>> {
    const listed = await this.#refundsOf(authorization);
    if (!listed.ok) return listed;
    const found = listed.value.find(({ metadata }) => metadata?.['key'] === key);
    return { ok: true, value: found ?? null };
  }

  /** Reads all refunds of a payment, which Stripe lists in pages. */
  #refundsOf(authorization: string): Promise<Attempt<Stripe.Refund[]>> {
    const refunds = this.#stripe.refunds.list({ payment_intent: authorization, limit: 100 });
    return attempt('a list of refunds', refunds.autoPagingToArray({ limit: mostRefunds }));
  }
}

/**
 * Returns the outcome of a refund. A pending refund counts as done, because Stripe sends a webhook if it fails later.
 */
function outcomeOf({ status }: Stripe.Refund): MoveResult {
  return status === 'failed' || status === 'canceled' ? declined('declined') : done;
}

function stateOf(status: Stripe.PaymentIntent.Status): 'open' | 'held' | 'captured' | 'canceled' {
  switch (status) {
    case 'requires_capture':
      return 'held';
    case 'succeeded':
      return 'captured';
    case 'canceled':
      return 'canceled';
    default:
      return 'open';
  }
}

function missingOr(failure: Failure): { outcome: 'missing' } | typeof unknown {
  if (failure.kind !== 'refused') return unknown;
  if (failure.code === 'resource_missing') return { outcome: 'missing' };
  throw failure.error;
}
