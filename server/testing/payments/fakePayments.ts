import { isDeepStrictEqual } from 'node:util';
import { SheetKind, type CardForm } from '../../../contract/payment.ts';
import type {
  AttachResult,
  AuthorizeRequest,
  AuthorizeResult,
  CardEdit,
  DeclineReason,
  MoveResult,
  PaymentProvider,
  PaymentReport,
  UploadResult,
} from '../../providers/payments/provider.ts';

/**
 * The behaviour of a card. With `failsLater`, the provider accepts all holds, but declines all charges, and declines to
 * capture a hold of more than `smallAmount`.
 */
export type FakeCardBehaviour = 'pays' | 'declined' | 'noFunds' | 'failsLater' | 'wantsAction';

/** `before`: the request is lost, so it has no effect. `after`: it has its effect, but the answer is lost. */
export type LostAnswer = 'before' | 'after';

interface Authorization {
  readonly id: string;
  readonly key: string;
  readonly habit: FakeCardBehaviour;
  readonly amount: number;
  readonly description: string;
  readonly isCharge: boolean;
  state: 'waiting' | 'held' | 'captured' | 'voided' | 'refused';
  captured: number;
  refunded: number;
}

const noBalance = (): never => {
  throw new Error('this provider has no balance');
};
const reportedState = {
  waiting: 'open',
  held: 'held',
  captured: 'captured',
  voided: 'canceled',
  refused: 'canceled',
} as const;
const smallAmount = 100;
const nowhere = { country: null, postalCode: null };

/**
 * A payment provider in memory, with idempotency keys like a real provider: all calls with the same key have one
 * effect. They get the same answer, except that `authorize` answers with the present state of the hold or charge. A
 * different move with the same key causes an error.
 */
export class FakePayments implements PaymentProvider {
  readonly name = 'sandbox';
  /** The minimum charge. A hold, charge or capture of a smaller amount causes an error. */
  minimum = 0;
  readonly authorizations = new Map<string, Authorization>();
  /**
   * The keys of all moves, and of all removals of cards and customers, in the order of their
   * effects. Each key occurs once.
   */
  readonly effects: string[] = [];
  /** The cards that were removed. */
  readonly detached: string[] = [];
  /** The customers that were deleted. Each customer occurs once. */
  readonly deletedCustomers: string[] = [];
  /** The changes of cards. Each change occurs once. */
  readonly edits: CardEdit[] = [];
  /** Decides for each call whether its answer is lost. */
  lose: () => LostAnswer | null = () => null;
  /** Only the tests of the reconciliation use and replace `listTransactions` and `readBalance`. */
  listTransactions: PaymentProvider['listTransactions'] = noBalance;
  readBalance: PaymentProvider['readBalance'] = noBalance;
  readonly #answers = new Map<string, { request: unknown; answer: MoveResult }>();
  readonly #requests = new Map<string, unknown>();
  /** The customer of each request for a hold or charge, in the order of the requests. */
  readonly customers: string[] = [];

  minimumCharge(): number {
    return this.minimum;
  }

  cardForm(): CardForm {
    return {
      provider: 'sandbox',
      url: 'http://127.0.0.1:9/card-form',
      origin: 'http://127.0.0.1:9',
      sheets: [],
    };
  }

  contentSources() {
    return { frames: ['http://127.0.0.1:9'], scripts: [], connects: [] };
  }

  async beginSetup(): Promise<null> {
    return null;
  }

  async edit(edit: CardEdit): Promise<MoveResult> {
    const loss = this.lose();
    if (loss !== 'before' && !this.edits.some(({ key }) => key === edit.key)) this.edits.push(edit);
    return loss ? { outcome: 'unknown' } : { outcome: 'done' };
  }

  readWebhook(): null {
    return null;
  }

  async readPayment({ authorization }: { authorization: string }): Promise<PaymentReport> {
    const found = [...this.authorizations.values()].find(({ id }) => id === authorization);
    if (!found) return { outcome: 'missing' };
    return {
      outcome: 'found',
      state: reportedState[found.state],
      captured: found.captured,
      refunds: [],
    };
  }

  async readChargeback(): Promise<{ outcome: 'missing' }> {
    return { outcome: 'missing' };
  }

  async readFraudWarning(): Promise<{ outcome: 'missing' }> {
    return { outcome: 'missing' };
  }

  async uploadReceipt(): Promise<UploadResult> {
    return { outcome: 'refused' };
  }

  async sendEvidence(): Promise<MoveResult> {
    return { outcome: 'declined', reason: 'declined' };
  }

  async attach({ token }: { token: string }): Promise<AttachResult> {
    const loss = this.lose();
    if (loss) return { outcome: 'unknown' };
    if (token.startsWith('tok_refused')) return { outcome: 'declined', reason: 'invalidCard' };
    const habit = token.replace(/^tok_/, '').replace(/_.*/, '');
    const kind = SheetKind.options.find((one) => token.includes(`_${one}_`)) ?? 'card';
    const paid = {
      outcome: 'attached',
      kind,
      card: habit,
      fingerprint: `fingerprint-${token}`,
    } as const;
    if (kind === 'payPal') {
      const account = { brand: 'paypal', last4: '', label: 'a•••@example.com', nameOnCard: '' };
      return { ...paid, ...account, ...nowhere, expiryMonth: null, expiryYear: null };
    }
    return {
      ...paid,
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2031,
      nameOnCard: 'A Rider',
      label: null,
      ...(kind === 'card' ? nowhere : { country: 'US', postalCode: '60601' }),
    };
  }

  async detach({ key, card }: { key: string; card: string }): Promise<MoveResult> {
    const loss = this.lose();
    if (loss !== 'before' && !this.effects.includes(key)) {
      this.effects.push(key);
      this.detached.push(card);
    }
    return loss ? { outcome: 'unknown' } : { outcome: 'done' };
  }

  async deleteCustomer(request: { key: string; customer: string }): Promise<MoveResult> {
    const loss = this.lose();
    if (loss !== 'before' && !this.effects.includes(request.key)) {
      this.effects.push(request.key);
      this.deletedCustomers.push(request.customer);
    }
    return loss ? { outcome: 'unknown' } : { outcome: 'done' };
  }

  async authorize(request: AuthorizeRequest): Promise<AuthorizeResult> {
    // `before` is not part of the request that the key identifies, so the comparison of requests ignores `before`.
    const asked = { ...request, before: undefined };
    return this.#losing(() => this.#authorize(asked), { outcome: 'unknown' });
  }

  async capture(request: MoveRequest & { amount: number }): Promise<MoveResult> {
    return this.#once(request, (held) => {
      if (held.state !== 'held') return refused('declined');
      this.#refuseSmall(request.amount);
      if (request.amount > held.amount) throw new Error('captured more than is held');
      if (held.habit === 'failsLater' && held.amount > smallAmount) return refused('declined');
      held.state = 'captured';
      held.captured = request.amount;
      return { outcome: 'done' };
    });
  }

  async void(request: MoveRequest): Promise<MoveResult> {
    return this.#once(request, (held) => {
      if (held.state === 'captured') return refused('declined');
      held.state = 'voided';
      return { outcome: 'done' };
    });
  }

  async refund(request: MoveRequest & { amount: number }): Promise<MoveResult> {
    return this.#once(request, (held) => {
      if (held.refunded + request.amount > held.captured) throw new Error('refunded too much');
      held.refunded += request.amount;
      return { outcome: 'done' };
    });
  }

  /** Confirms or refuses all waiting payments, as the cardholder would. */
  confirmAll(approved: boolean): void {
    for (const authorization of this.authorizations.values()) {
      if (authorization.state === 'waiting') settle(authorization, approved);
    }
  }

  /** The captured amount of an order minus refunds. */
  netCapturedOf(description: string): number {
    return this.#of(description).reduce(
      (sum, { captured, refunded }) => sum + captured - refunded,
      0,
    );
  }

  /** Returns the amount that is held for an order, including holds and charges that wait for the cardholder. */
  heldOf(description: string): number {
    return this.#of(description).reduce(
      (sum, { state, amount }) => sum + (state === 'held' || state === 'waiting' ? amount : 0),
      0,
    );
  }

  #of(description: string): Authorization[] {
    return [...this.authorizations.values()].filter((one) => one.description === description);
  }

  #authorize(request: AuthorizeRequest): AuthorizeResult {
    const before = this.#requests.get(request.key);
    if (before && !isDeepStrictEqual(before, request)) throw new Error(`${request.key} reused`);
    this.#requests.set(request.key, request);
    this.customers.push(request.customer);
    const found = this.authorizations.get(request.key) ?? this.#open(request);
    switch (found.state) {
      case 'waiting':
        return {
          outcome: 'actionRequired',
          authorization: found.id,
          url: `http://bank/${found.id}`,
        };
      case 'refused':
        return { outcome: 'declined', reason: reasonOf(found.habit) };
      case 'voided':
        return { outcome: 'declined', reason: 'authenticationFailed' };
      case 'held':
        return { outcome: 'authorized', authorization: found.id };
      case 'captured':
        return found.isCharge
          ? { outcome: 'captured', authorization: found.id }
          : { outcome: 'authorized', authorization: found.id };
    }
  }

  #refuseSmall(amount: number): void {
    if (amount < this.minimum) throw new Error(`${amount} is less than ${this.minimum}`);
  }

  #open(request: AuthorizeRequest): Authorization {
    this.#refuseSmall(request.amount);
    const { key, card, amount, description, capture } = request;
    const habit = habitOf(card);
    const authorization: Authorization = {
      id: `authorization-${this.authorizations.size + 1}`,
      key,
      habit,
      amount,
      description,
      isCharge: capture,
      state: 'waiting',
      captured: 0,
      refunded: 0,
    };
    this.authorizations.set(key, authorization);
    this.effects.push(key);
    if (habit !== 'wantsAction') settle(authorization, isGood(habit, capture));
    else if (!request.onSession) settle(authorization, false);
    return authorization;
  }

  #once(request: MoveRequest, effect: (held: Authorization) => MoveResult): MoveResult {
    return this.#losing(
      () => {
        const before = this.#answers.get(request.key);
        if (before) {
          if (!isDeepStrictEqual(before.request, request)) throw new Error(`${request.key} reused`);
          return before.answer;
        }
        const held = [...this.authorizations.values()].find(
          ({ id }) => id === request.authorization,
        );
        if (!held) throw new Error(`no ${request.authorization}`);
        const answer = effect(held);
        this.#answers.set(request.key, { request, answer });
        this.effects.push(request.key);
        return answer;
      },
      { outcome: 'unknown' },
    );
  }

  #losing<T>(call: () => T, lost: T): T {
    const loss = this.lose();
    if (loss === 'before') return lost;
    const answer = call();
    return loss === 'after' ? lost : answer;
  }
}

interface MoveRequest {
  key: string;
  authorization: string;
}

function settle(authorization: Authorization, approved: boolean): void {
  if (!approved) authorization.state = 'refused';
  else if (authorization.isCharge) {
    authorization.state = 'captured';
    authorization.captured = authorization.amount;
  } else authorization.state = 'held';
}

function isGood(habit: FakeCardBehaviour, isCharge: boolean): boolean {
  return habit === 'pays' || (habit === 'failsLater' && !isCharge);
}

function reasonOf(habit: FakeCardBehaviour): DeclineReason {
  if (habit === 'noFunds') return 'insufficientFunds';
  return habit === 'wantsAction' ? 'authenticationFailed' : 'declined';
}

function refused(reason: DeclineReason): MoveResult {
  return { outcome: 'declined', reason };
}

const habits: FakeCardBehaviour[] = ['pays', 'declined', 'noFunds', 'failsLater', 'wantsAction'];

function habitOf(card: string): FakeCardBehaviour {
  const habit = habits.find((one) => card.startsWith(one));
  if (!habit) throw new Error(`no such card: ${card}`);
  return habit;
}
