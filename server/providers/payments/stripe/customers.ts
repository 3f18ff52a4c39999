import type { Stripe } from 'stripe';
import { attempt } from './failures.ts';

/** Who a rider is to the provider, kept by the server. */
export interface CustomerStore {
  find(userId: string): Promise<string | null>;
  /** Keeps it unless there is one already; answers the one that is kept. */
  keep(userId: string, customer: string): Promise<string>;
}

/** Nothing of the rider's goes to Stripe but our own id of theirs. */
export class Customers {
  readonly #stripe: Stripe;
  readonly #store: CustomerStore;

  constructor(stripe: Stripe, store: CustomerStore) {
    this.#stripe = stripe;
    this.#store = store;
  }

  find(userId: string): Promise<string | null> {
    return this.#store.find(userId);
  }

  /** Makes one at the first way to pay; null where Stripe does not answer. */
  async findOrMake(userId: string): Promise<string | null> {
    const known = await this.#store.find(userId);
    if (known) return known;
    const made = await attempt(
      'a customer',
      this.#stripe.customers.create(
        { metadata: { user: userId } },
        { idempotencyKey: `customer:${userId}` },
      ),
    );
    if (made.ok) return this.#store.keep(userId, made.value.id);
    if (made.failure.kind === 'refused') throw made.failure.error;
    return null;
  }
}
