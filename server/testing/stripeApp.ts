import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../contract/paths.ts';
import { Order } from '../../contract/orders.ts';
import { PaymentMethod } from '../../contract/payment.ts';
import { TopUp, Wallet } from '../../contract/wallet.ts';
import { MovableClock } from '../time/clock.ts';
import { registerOrderJobs } from '../composition.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createCustomerStore } from '../modules/payments/customers.ts';
import { createKeyStore } from '../modules/payments/providerKeys.ts';
import { createStripeProvider } from '../providers/payments/stripe/stripeProvider.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import { startTestApp, type Rider, type TestApp } from './app.ts';
import { createTestDatabase, type Engine } from './database.ts';
import { Renting } from './renting.ts';
import { FakeStripe } from './stripe/fakeStripe.ts';

/** A server that also runs the jobs of orders. Tests call it over HTTP. It uses Stripe's package with a fake API. */
export class StripeApp {
  readonly app: TestApp;
  readonly stripe: FakeStripe;
  readonly renting: Renting;
  readonly #database: OpenDatabase;
  readonly #payments: PaymentProvider;

  private constructor(
    app: TestApp,
    stripe: FakeStripe,
    renting: Renting,
    database: OpenDatabase,
    payments: PaymentProvider,
  ) {
    this.app = app;
    this.stripe = stripe;
    this.renting = renting;
    this.#database = database;
    this.#payments = payments;
  }

  static async start(engine: Engine, env: Record<string, string> = {}): Promise<StripeApp> {
    const [database, stripe] = await Promise.all([createTestDatabase(engine), FakeStripe.start()]);
    const clock = new MovableClock();
    const { secretKey, publishableKey, webhookSecret, url } = stripe;
    const payments = createStripeProvider({
      secretKey,
      publishableKey,
      webhookSecrets: [webhookSecret],
      url,
      sheets: [],
      returnUrl: 'https://go.example/home',
      clock,
      customers: createCustomerStore(database.db, 'stripe'),
      keys: createKeyStore(database.db, clock, 'stripe'),
    });
    const app = await startTestApp({
      db: database.db,
      clock,
      payments,
      env: { GOCASH_REFUNDABLE: '1', ...env },
    });
    registerOrderJobs(app.deps);
    return new StripeApp(app, stripe, await Renting.at(app), database, payments);
  }

  get db() {
    return this.#database.db;
  }

  async addCard({ sessionId, userId }: Rider): Promise<string> {
    const setup = await this.#payments.beginSetup({ key: randomUUID(), customer: userId });
    if (setup?.outcome !== 'ready') throw new Error('no setup');
    this.stripe.account.finishSetup(setup.id);
    const body = { token: setup.id, country: 'US', postalCode: '60601', makeDefault: true };
    const options = { method: 'POST', session: sessionId, key: randomUUID(), body };
    return PaymentMethod.parse((await this.app.call(paths.paymentMethods, options)).body).id;
  }

  /** Tops up GoCash with the first top-up amount. */
  async topUp(rider: Rider, paymentMethodId: string): Promise<TopUp> {
    const [offer] = (await this.wallet(rider)).offers;
    const body = { ...offer, paymentMethodId };
    const options = { method: 'POST', session: rider.sessionId, key: randomUUID(), body };
    const { id } = TopUp.parse((await this.app.call(paths.topUps, options)).body);
    await this.app.deps.outbox.idle();
    const path = fillPath(paths.topUp, { id });
    return TopUp.parse((await this.app.call(path, { session: rider.sessionId })).body);
  }

  async wallet({ sessionId: session }: Rider): Promise<Wallet> {
    return Wallet.parse((await this.app.call(paths.wallet, { session })).body);
  }

  async order({ sessionId: session }: Rider, id: string): Promise<Order> {
    const path = fillPath(paths.order, { id });
    return Order.parse((await this.app.call(path, { session })).body);
  }

  /** Returns the PaymentIntents of an order or top-up, the one with the largest captured amount first. */
  intentsOf(number: string) {
    return [...this.stripe.account.intents.values()]
      .filter(({ metadata }) => metadata['order'] === number)
      .toSorted((a, b) => b.amount_received - a.amount_received);
  }

  /**
   * Returns the id of the first PaymentIntent of `intentsOf`, which has the largest captured
   * amount.
   */
  chargeOf(number: string): string {
    const [largest] = this.intentsOf(number);
    if (!largest) throw new Error(`nothing was charged for ${number}`);
    return largest.id;
  }

  /** Delivers the pending webhooks of Stripe, and performs the jobs that follow. */
  async deliver(order?: Parameters<FakeStripe['deliver']>[2]): Promise<number[]> {
    const url = this.app.url + fillPath(paths.paymentWebhook, { provider: 'stripe' });
    const statuses = await this.stripe.deliver(url, this.app.deps.clock.now(), order);
    await this.renting.settle();
    return statuses;
  }

  /** The debits minus the credits of an account in USD, in cents. */
  async balance(account: string): Promise<number> {
    const entries = await this.db.selectFrom('ledger_entries').selectAll().execute();
    return entries.reduce((sum, { debit, credit, amount }) => {
      if (debit === `${account}:USD`) return sum + amount;
      return credit === `${account}:USD` ? sum - amount : sum;
    }, 0);
  }

  async cases(): Promise<string[]> {
    const rows = await this.db
      .selectFrom('support_cases')
      .select('kind')
      .orderBy('created_at')
      .execute();
    return rows.map(({ kind }) => kind);
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all([this.#database.close(), this.stripe.close()]);
  }
}
