import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  CaseActed,
  CaseList,
  CaseShown,
  type CaseOutcome,
  type CaseSummary,
} from '../../contract/operators/desk.ts';
import type { Answer } from './balancer.ts';
import { violationOf } from './invariants.ts';
import type { Random } from './random.ts';
import type { Day, RiderLog } from './rider.ts';
import type { World } from './world.ts';

/** A case that an operator closed, according to the answer of the server. */
export interface Closing {
  readonly number: string;
  /** The idempotency key of the request that closed the case. */
  readonly key: string;
  readonly operator: string;
  /** The id of the order; null if the case is about no order. */
  readonly orderId: string | null;
  readonly outcome: CaseSummary['outcome'];
}

/** The cases that the operators closed, and the number of answers to their attempts. */
export interface DeskLog {
  readonly closings: Closing[];
  /** The number of answers by outcome and status. A key is, for example, `refund 200`. */
  readonly answers: Map<string, number>;
}

const names = ['ada', 'bob'] as const;
type Name = (typeof names)[number];
/** The kind of the cases about claims that a charger is back. */
const claimKind = 'returnedButRunning';

/**
 * Operators who open cases about orders, and close cases, until the chaos run ends. They know where
 * each charger really is. Real operators find this out when they call the venue.
 */
export class Desk {
  readonly log: DeskLog = { closings: [], answers: new Map() };
  readonly #world: World;
  readonly #diary: RiderLog;
  readonly #random: Random;

  constructor(world: World, diary: RiderLog, random: Random) {
    this.#world = world;
    this.#diary = diary;
    this.#random = random;
  }

  /** Runs two operators until the chaos run ends. */
  async run(day: Day): Promise<void> {
    await Promise.all(names.map((name) => this.#work(name, day)));
  }

  async #work(name: Name, day: Day): Promise<void> {
    while (!day.isOver) {
      await setTimeout(this.#random.between(50, 300));
      const number = this.#random.chance(0.3)
        ? await this.#openCase()
        : await this.#pickCase(this.#random.chance(0.6) ? claimKind : null);
      if (number !== null) await this.#close(name, number);
    }
  }

  /**
   * Opens a case about an order, and returns the number of the case. Returns null if there is no order yet, or if the
   * server refuses.
   */
  async #openCase(): Promise<string | null> {
    const { orders } = this.#diary;
    if (orders.size === 0) return null;
    const order = this.#random.pick([...orders.keys()]);
    const body = { order, why: 'a call of the rider' };
    const answer = await this.#call('ada', 'POST', '/api/ops/cases', { body });
    return answer.status === 201 ? CaseActed.parse(answer.body).case.number : null;
  }

  /**
   * Picks a listed open case, and returns its number; null if there is none. If `kind` is given, picks the newest
   * listed case of this kind, because its rider is waiting.
   */
  async #pickCase(kind: string | null): Promise<string | null> {
    const query = new URLSearchParams({ limit: '100', ...(kind !== null && { kind }) });
    const { body } = await this.#call('ada', 'GET', `/api/ops/cases?${query.toString()}`);
    const { cases } = CaseList.parse(body);
    if (kind !== null) return cases.at(-1)?.number ?? null;
    return cases.length === 0 ? null : this.#random.pick(cases).number;
  }

  /** Closes a case. Sometimes both operators close it at the same time, or one operator closes it twice. */
  async #close(name: Name, number: string): Promise<void> {
    const { body } = await this.#call('ada', 'GET', `/api/ops/cases/${number}`);
    const shown = CaseShown.parse(body);
    const first = this.#chooseOutcome(shown);
    const key = randomUUID();
    if (this.#random.chance(0.25)) {
      const second = this.#chooseOutcome(shown);
      const statuses = await Promise.all([
        this.#send(name, shown, first, key),
        this.#send(name === 'ada' ? 'bob' : 'ada', shown, second, randomUUID()),
      ]);
      if (statuses.filter((status) => status === 200).length > 1) {
        this.#complain(`case ${number} was closed by two operators`);
      }
      return;
    }
    const status = await this.#send(name, shown, first, key);
    if (status !== 200 || !this.#random.chance(0.2)) return;
    const again = await this.#send(name, shown, first, key);
    if (again !== 200) this.#complain(`a repeated closing of ${number} is answered with ${again}`);
  }

  async #send(
    operator: Name,
    { number, order, orderNow }: CaseShown,
    outcome: CaseOutcome,
    key: string,
  ): Promise<number> {
    const answer = await this.#call(operator, 'POST', `/api/ops/cases/${number}/close`, {
      key,
      body: { outcome, why: 'checked with the venue' },
    });
    const { answers, closings } = this.log;
    const what = `${outcome.kind} ${answer.status}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (answer.status !== 200) return answer.status;
    const orderId = order === null ? null : (this.#diary.orders.get(order) ?? null);
    const { case: closed } = CaseActed.parse(answer.body);
    if (!closings.some((one) => one.key === key)) {
      closings.push({ number, key, operator, orderId, outcome: closed.outcome });
    }
    const paid = orderNow?.paid.amount ?? 0;
    if (outcome.kind === 'refund' && outcome.amount !== 'all' && outcome.amount > paid) {
      this.#complain(`case ${number} refunded ${outcome.amount} of ${paid}`);
    }
    return answer.status;
  }

  /** Chooses an outcome that fits the case and the order. Some refunds are higher than the payment. */
  #chooseOutcome(shown: CaseShown): CaseOutcome {
    const fitting: CaseOutcome[] = [];
    const { order, orderNow, charger } = shown;
    if (orderNow?.state === 'complete' && orderNow.paid.amount > 0) {
      const paid = orderNow.paid.amount;
      const isTooMuch = this.#random.chance(0.2);
      const amount = isTooMuch ? paid + 1 : this.#random.between(1, paid);
      fitting.push({ kind: 'refund', amount }, { kind: 'refund', amount: 'all' });
    }
    if (orderNow?.state === 'unpaid') {
      const amount = this.#random.between(1, Math.max(1, orderNow.due.amount));
      fitting.push({ kind: 'waive', amount }, { kind: 'waive', amount: 'all' });
    }
    if (orderNow?.state === 'charging' || orderNow?.state === 'overdue') {
      const at = this.#returnedAt(order ?? '');
      if (at) return { kind: 'endRental', at: at.toISOString() };
      // The rider has the charger, so the claim is false.
      if (shown.kind === claimKind && this.#random.chance(0.9)) return { kind: 'resume' };
    }
    // Most chargers must stay in stock, because the stations would otherwise run empty. Therefore,
    // operators release the chargers that riders reported, and rarely hold back another charger.
    if (shown.kind === 'reportedCharger') fitting.push({ kind: 'release' });
    if (charger && this.#random.chance(0.1)) fitting.push({ kind: 'holdBack' });
    const possible = fitting.filter(({ kind }) => shown.outcomes.includes(kind));
    if (shown.outcomes.includes('resume') && this.#random.chance(0.2)) return { kind: 'resume' };
    if (possible.length === 0 || this.#random.chance(0.2)) return { kind: 'none' };
    return this.#random.pick(possible);
  }

  /**
   * Returns the time at which the only charger of an order came back. Returns null if the charger
   * is still outside. Also returns null if the rider reported the first charger, because the order
   * may then have two chargers.
   */
  #returnedAt(order: string): Date | null {
    const id = this.#diary.orders.get(order) ?? '';
    if (this.#diary.freed.has(id)) return null;
    return this.#world.trips.ofRental(id)?.backAt ?? null;
  }

  #complain(what: string): void {
    this.#diary.violations.push(violationOf(22)(what));
  }

  #call(
    operator: Name,
    method: string,
    path: string,
    { key = randomUUID(), body }: { key?: string; body?: object } = {},
  ): Promise<Answer> {
    const { balancer, operatorKey } = this.#world;
    return balancer.call({
      method,
      path,
      headers: {
        authorization: `Bearer ${operatorKey}`,
        'x-operator': operator,
        ...(method === 'POST' && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
