import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { MovableClock } from '../../time/clock.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';
import { createSandboxProvider } from '../../../sandbox/issuer/sandboxProvider.ts';
import type { CustomerStore } from '../../providers/payments/stripe/customers.ts';
import type { KeyStore } from '../../providers/payments/stripe/keys.ts';
import { createStripeProvider } from '../../providers/payments/stripe/stripeProvider.ts';
import { openSecrets } from '../../../sandbox/sandboxSecrets.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { FakeStripe } from '../stripe/fakeStripe.ts';

export type WorldCard = 'pays' | 'declined' | 'insufficientFunds' | 'authentication';
type Move = 'authorize' | 'capture' | 'void' | 'refund' | 'receipt' | 'deleteCustomer';

/**
 * A payment provider, with functions that control what happens at the provider and the bank. The tests that every
 * provider must pass use it.
 */
export interface PaymentWorld {
  readonly provider: PaymentProvider;
  readonly clock: MovableClock;
  /** Enters a card into the card form, and returns the token of the form. */
  token(card: WorldCard, customer: string): Promise<string>;
  /** Loses the answer to the next call of this kind, before or after its effect. */
  lose(move: Move, when: 'before' | 'after'): void;
  /** Confirms or refuses the payment on the bank's page, as the cardholder would. */
  answer(authorization: string, approved: boolean): void;
  /**
   * Returns the held, captured and refunded amounts of a hold or charge in minor units, as the provider reports them.
   */
  standing(authorization: string): { held: number; captured: number; refunded: number };
  /** Returns the number of holds and charges that the provider accepted. */
  count(): number;
  close(): Promise<void>;
}

export class MemoryCustomers implements CustomerStore {
  readonly known = new Map<string, string>();

  async find(userId: string): Promise<string | null> {
    return this.known.get(userId) ?? null;
  }

  async store(userId: string, customer: string): Promise<string> {
    const stored = this.known.get(userId) ?? customer;
    this.known.set(userId, stored);
    return stored;
  }
}

export class MemoryKeys implements KeyStore {
  readonly #spent = new Map<string, number>();

  async spent(operation: string): Promise<number> {
    return this.#spent.get(operation) ?? 0;
  }

  async spend(operation: string, spent: number): Promise<number> {
    const now = Math.max(await this.spent(operation), spent + 1);
    this.#spent.set(operation, now);
    return now;
  }
}

const Token = z.object({ token: z.string() });
const numbers: Record<WorldCard, string> = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authentication: '4000002500003155',
};

export async function openSandboxWorld(): Promise<PaymentWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payments-'));
  const clock = new MovableClock();
  const local = 'http://127.0.0.1';
  const sandbox = await startSandbox({
    settings: {
      dataDir,
      host: '127.0.0.1',
      identityPort: 0,
      identityUrl: local,
      issuerPort: 0,
      issuerUrl: local,
      publicUrl: 'http://localhost:3000',
      environment: 'test',
    },
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const url = new URL(sandbox.payments.contentSources().frames[0] ?? '').origin;
  const { merchant: merchantKey, webhooks: webhookSecret } = openSecrets(dataDir);
  const { issuer } = sandbox;
  return {
    provider: createSandboxProvider({
      url,
      publicUrl: url,
      merchantKey,
      webhookSecret,
      timeoutMs: 2_000,
    }),
    clock,
    async token(card) {
      const expiryYear = clock.now().getUTCFullYear() + 3;
      const body = { number: numbers[card], name: 'Ada Lovelace', expiryMonth: 12, expiryYear };
      const answer = await fetch(`${url}/card-form/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(body),
      });
      return Token.parse(await answer.json()).token;
    },
    lose: (move, when) =>
      sandbox.faults.set({
        mode: when === 'before' ? 'cutBefore' : 'cutAfter',
        times: 1,
        operations: [move],
      }),
    answer: (authorization, approved) => void issuer.decide(authorization, approved),
    standing(authorization) {
      const found = issuer.authorization(authorization)?.hold;
      if (!found) throw new Error('no such hold');
      const { state, amount, captured, refunded } = found;
      return { held: state === 'authorized' ? amount : 0, captured, refunded };
    },
    count: () =>
      issuer
        .records()
        .filter(
          ({ kind, outcome }) =>
            ['authorization', 'charge'].includes(kind) && outcome !== 'declined',
        ).length,
    async close() {
      await sandbox.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

const paths: Record<Move, RegExp> = {
  authorize: /^\/v1\/payment_intents$/,
  capture: /\/capture$/,
  void: /\/cancel$/,
  refund: /^\/v1\/refunds$/,
  receipt: /^\/v1\/files$/,
  deleteCustomer: /^\/v1\/customers\/cus_\w+$/,
};

export interface StripeWorld extends PaymentWorld {
  readonly stripe: FakeStripe;
  readonly customers: MemoryCustomers;
  readonly keys: MemoryKeys;
}

export async function openStripeWorld(options: { timeoutMs?: number } = {}): Promise<StripeWorld> {
  const clock = new MovableClock();
  const stripe = await FakeStripe.start(clock);
  const customers = new MemoryCustomers();
  const keys = new MemoryKeys();
  const { secretKey, publishableKey, webhookSecret, url, account } = stripe;
  const provider = createStripeProvider({
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    url,
    sheets: ['applePay', 'googlePay', 'payPal'],
    returnUrl: 'https://go.example/home',
    clock,
    customers,
    keys,
    timeoutMs: options.timeoutMs ?? 2_000,
  });
  return {
    provider,
    stripe,
    customers,
    keys,
    clock,
    async token(card, customer) {
      const setup = await provider.beginSetup({ key: randomUUID(), customer });
      if (setup?.outcome !== 'ready') throw new Error('no setup');
      account.finishSetup(setup.id, { habit: card, last4: numbers[card].slice(-4) });
      return setup.id;
    },
    lose: (move, when) =>
      void stripe.faults.push({
        kind: 'cut',
        after: when === 'after',
        path: paths[move],
        method: move === 'deleteCustomer' ? 'DELETE' : 'POST',
      }),
    answer: (authorization, approved) => void account.authenticate(authorization, approved),
    standing(authorization) {
      const { amount_capturable: held, amount_received: captured } = account.intent(authorization);
      return { held, captured, refunded: account.refundedOf(authorization) };
    },
    count: () =>
      [...account.intents.values()].filter(({ status }) => status !== 'requires_payment_method')
        .length,
    close: () => stripe.close(),
  };
}
