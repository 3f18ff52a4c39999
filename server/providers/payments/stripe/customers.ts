import type { Stripe } from 'stripe';
import type { MoveResult } from '../provider.ts';
import { attempt } from './failures.ts';
import { keyOf, type KeyStore } from './keys.ts';

/** Stores the id that each rider has as a customer of the provider. */
export interface CustomerStore {
  find(userId: string): Promise<string | null>;
  /** Stores the id, unless the rider has an id already. Returns the stored id. */
  store(userId: string, customer: string): Promise<string>;
}

/** Stripe's customers. A customer contains only the rider's id, and no personal data. */
export class Customers {
  readonly #stripe: Stripe;
  readonly #store: CustomerStore;
  readonly #keys: KeyStore;

  constructor(stripe: Stripe, store: CustomerStore, keys: KeyStore) {
    this.#stripe = stripe;
    this.#store = store;
    this.#keys = keys;
  }

  find(userId: string): Promise<string | null> {
    return this.#store.find(userId);
  }

  /**
   * Returns the rider's customer. Creates it for the first payment method. Null if the outcome of the creation is
   * unknown, or if the call must be repeated.
   */
  async findOrCreate(userId: string): Promise<string | null> {
    const known = await this.#store.find(userId);
    if (known) return known;
    const operation = `customer:${userId}`;
    const spent = await this.#keys.spent(operation);
    const made = await attempt(
      'a customer',
      this.#stripe.customers.create(
        { metadata: { user: userId } },
        { idempotencyKey: keyOf(operation, spent) },
      ),
    );
    if (made.ok) return this.#store.store(userId, made.value.id);
    if (made.failure.kind === 'refused') throw made.failure.error;
    // The key is used up, because Stripe repeats its error. A second customer for one rider does no harm.
    if (made.failure.kind === 'keySpent') await this.#keys.spend(operation, spent);
    return null;
  }

  /**
   * Deletes the customer. Stripe itself detaches the customer's payment methods. The call needs no
   * idempotency key, because Stripe reports a deleted customer as missing.
   */
  async delete(userId: string): Promise<MoveResult> {
    const customer = await this.#store.find(userId);
    if (!customer) return { outcome: 'done' };
    const deleted = await attempt(
      'the deletion of a customer',
      this.#stripe.customers.del(customer),
    );
    if (deleted.ok) return { outcome: 'done' };
    if (deleted.failure.kind !== 'refused') return { outcome: 'unknown' };
    if (deleted.failure.code === 'resource_missing') return { outcome: 'done' };
    throw deleted.failure.error;
  }
}
