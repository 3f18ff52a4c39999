import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CodeIssued, SignedIn } from '../../contract/auth.ts';
import { Problem, type ErrorCode } from '../../contract/errors.ts';
import { Order, OrderList } from '../../contract/orders.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { PaymentMethod, PaymentSetup } from '../../contract/payment.ts';
import type { WiredCabinet } from '../../server/testing/wiredCabinet.ts';
import type { Habit } from '../../server/testing/stripe/objects.ts';
import type { Answer } from './balancer.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** What a rider asked for, with the key that it was asked with. */
export interface Attempt {
  readonly key: string;
  readonly phone: string;
  /** The order that was answered; null where it was refused. */
  orderId: string | null;
}

/** What all riders of a run have noticed. */
export interface Diary {
  readonly attempts: Attempt[];
  /** From the tap to the open slot; without orders that waited for the card's owner. */
  readonly openedMs: number[];
  /** From the push to the bill that is paid; by whether the cabinet sends again by itself. */
  readonly billedMs: { readonly resent: number[]; readonly afterReconnect: number[] };
  readonly refusals: Map<string, number>;
}

export interface Day {
  /** True after the run: riders return their chargers and begin no rental. */
  readonly isOver: boolean;
}

const finished = new Set<Order['state']>(['failed', 'review']);

/** A person with a phone and some cards, who reaches the product over HTTP only. */
export class Rider {
  readonly phone: string;
  /** It does not return its last charger. */
  readonly keepsLast: boolean;
  session: string | null = null;
  /** The rental that it looks after at the moment. */
  following: string | null = null;
  readonly #world: World;
  readonly #diary: Diary;
  readonly #day: Day;
  readonly #random: Random;
  readonly #address: string;
  readonly #cards = new Map<Habit, string>();

  constructor(
    world: World,
    diary: Diary,
    given: { index: number; day: Day; keepsLast: boolean; random: Random },
  ) {
    this.#world = world;
    this.#diary = diary;
    this.#day = given.day;
    this.#random = given.random;
    this.keepsLast = given.keepsLast;
    this.phone = `+1212${2_000_000 + given.index}`;
    this.#address = `203.0.${Math.floor(given.index / 250)}.${(given.index % 250) + 1}`;
  }

  /** Rents until the run ends or a limit refuses another rental. */
  async live(): Promise<void> {
    await this.#logIn();
    if (this.#day.isOver) return;
    await this.#addCard('pays');
    if (this.#random.chance(0.3)) await this.#addCard('declined');
    if (this.#random.chance(0.4)) await this.#addCard('authentication');
    while (!this.#day.isOver) {
      const mayGoOn = await this.#rentOnce();
      if (!mayGoOn) return;
      await setTimeout(this.#random.between(200, 2_000));
    }
  }

  /** All orders as its history shows them, and those that it was answered, which may have come to nothing. */
  async orders(): Promise<Order[]> {
    if (this.session === null) return [];
    const shown = new Map<string, Order>();
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: '100', ...(cursor === null ? {} : { cursor }) });
      const answer = await this.#call('GET', `${paths.orders}?${query.toString()}`);
      const page: OrderList = OrderList.parse(answer.body);
      for (const order of page.orders) shown.set(order.id, order);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const own = this.#diary.attempts.filter(({ phone }) => phone === this.phone);
    for (const { orderId } of own) {
      if (orderId === null || shown.has(orderId)) continue;
      const answer = await this.#call('GET', fillPath(paths.order, { id: orderId }));
      if (answer.status === 200) shown.set(orderId, Order.parse(answer.body));
    }
    return [...shown.values()];
  }

  async #logIn(): Promise<void> {
    while (this.session === null && !this.#day.isOver) {
      const asked = { phone: this.phone, language: 'en' };
      const issued = await this.#call('POST', paths.codes, { body: asked });
      if (issued.status !== 201) {
        await this.#wait(issued);
        continue;
      }
      const { requestId } = CodeIssued.parse(issued.body);
      const code = this.#world.twilio.codeFor(this.phone);
      const path = fillPath(paths.verifyCode, { requestId });
      const answer = await this.#call('POST', path, { body: { code } });
      if (answer.status === 200) this.session = SignedIn.parse(answer.body).sessionId;
      // The carrier had approved it for a process that died: another code is needed.
      else await this.#wait(answer);
    }
  }

  async #addCard(habit: Habit): Promise<void> {
    const card = await this.#call('POST', paths.paymentSetups, {
      key: true,
      body: { kind: 'card' },
    });
    const { id } = PaymentSetup.parse(card.body);
    this.#world.stripe.account.finishSetup(id, { habit, fingerprint: randomUUID() });
    const body = { token: id, country: 'US', postalCode: '60601', makeDefault: habit === 'pays' };
    const added = await this.#call('POST', paths.paymentMethods, { key: true, body });
    this.#cards.set(habit, PaymentMethod.parse(added.body).id);
  }

  /** False where no more may be rented. */
  async #rentOnce(): Promise<boolean> {
    const stationId = this.#random.pick([...this.#world.tariffOf.keys()]);
    const tariffId = this.#world.tariffOf.get(stationId) ?? '';
    const habit = this.#random.pick([...this.#cards.keys()]);
    const paymentMethodId = this.#cards.get(habit) ?? '';
    const key = randomUUID();
    const attempt: Attempt = { key, phone: this.phone, orderId: null };
    this.#diary.attempts.push(attempt);
    const startedAt = performance.now();
    const body = { stationId, paymentMethodId, tariffId };
    const answer = await this.#call('POST', paths.rentals, { key, body });
    if (answer.status !== 202) return this.#isRefused(answer);
    const { id } = Order.parse(answer.body);
    attempt.orderId = id;
    this.following = id;
    await this.#ride(id, startedAt);
    // A charger that is kept outside at the end is still this rider's: bystanders leave it there.
    if (!this.keepsLast || !this.#day.isOver) this.following = null;
    return true;
  }

  #isRefused(answer: Answer): boolean {
    const { code } = Problem.parse(answer.body);
    const { refusals } = this.#diary;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
    const passing: ErrorCode[] = ['noChargers', 'stationOffline'];
    if (passing.includes(code)) return true;
    // Of the station's limit, a minute at most; of the rider's own, ten.
    return code === 'tooManyRequests' && (answer.retryAfter ?? 0) <= 60;
  }

  async #ride(id: string, startedAt: number): Promise<void> {
    const asked = await this.#untilOpen(id);
    const outing = this.#world.truth.ofRental(id);
    if (!outing) return;
    const openedMs = outing.outAt.getTime() - (performance.timeOrigin + startedAt);
    if (!asked) this.#diary.openedMs.push(openedMs);
    await this.#untilReturn(outing.outAt);
    if (this.keepsLast && this.#day.isOver) return;
    const wasOpen = !finished.has((await this.#order(id)).state);
    const pushedAt = performance.now();
    // Somebody found it while the answer to the rider's call was on its way. The bill is paid all the same.
    if (outing.backAt !== null) return this.#untilPaid(id);
    const { resends } = await this.#push(outing.charger, outing.stationId);
    if (!wasOpen) return;
    await this.#untilPaid(id);
    const { resent, afterReconnect } = this.#diary.billedMs;
    (resends ? resent : afterReconnect).push(performance.now() - pushedAt);
  }

  /** Until the slot is open, or it is known that it will not be. True where the card's owner was asked. */
  async #untilOpen(id: string): Promise<boolean> {
    const confirmed = new Set<string>();
    while (!this.#world.truth.ofRental(id)) {
      const { state, action } = await this.#order(id);
      if (finished.has(state)) break;
      if (action && !confirmed.has(action.url)) {
        confirmed.add(action.url);
        await this.#confirm(action.url);
      }
      await setTimeout(this.#random.between(150, 400));
    }
    return confirmed.size > 0;
  }

  async #untilReturn(outAt: Date): Promise<void> {
    const seconds = this.#random.chance(0.06)
      ? this.#random.between(55, 140)
      : this.#random.between(2, 18);
    const end = outAt.getTime() + seconds * 1000;
    const now = () => performance.timeOrigin + performance.now();
    while (now() < end && !this.#day.isOver) await setTimeout(200);
  }

  async #push(charger: string, stationId: string): Promise<WiredCabinet> {
    const { cabinets } = this.#world;
    const home = cabinets.find(({ cabinet }) => cabinet.stationId === stationId);
    let into: WiredCabinet | undefined = this.#random.chance(0.3) ? home : undefined;
    for (;;) {
      into ??= this.#random.pick(cabinets);
      if (pushInto(this.#world, into, charger)) return into;
      into = undefined;
      await setTimeout(100);
    }
  }

  async #untilPaid(id: string): Promise<void> {
    for (;;) {
      const order = await this.#order(id);
      if (order.status === 'complete' || finished.has(order.state)) break;
      if (order.action) await this.#confirm(order.action.url);
      if (order.status === 'unpaid') {
        const body = { paymentMethodId: this.#cards.get('pays') ?? null };
        await this.#call('POST', fillPath(paths.payOrder, { id }), { key: true, body });
      }
      await setTimeout(this.#random.between(150, 400));
    }
  }

  async #order(id: string): Promise<Order> {
    const answer = await this.#call('GET', fillPath(paths.order, { id }));
    return Order.parse(answer.body);
  }

  /** On the page of the rider's bank, which is not ours and does not fail. */
  async #confirm(url: string): Promise<void> {
    const answer = this.#random.chance(0.9) ? 'yes' : 'no';
    const body = new URLSearchParams({ answer });
    // Answered before: the page says so, and the order moves on.
    await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
  }

  async #wait({ retryAfter }: Answer): Promise<void> {
    await setTimeout(Math.min(30, retryAfter ?? 1) * 1000);
  }

  #call(
    method: string,
    path: string,
    { key, body }: { key?: string | true; body?: object } = {},
  ): Promise<Answer> {
    const session = this.session === null ? {} : { authorization: `Bearer ${this.session}` };
    const sameKey =
      key === undefined ? {} : { 'idempotency-key': key === true ? randomUUID() : key };
    return this.#world.balancer.call({
      method,
      path,
      headers: { ...session, ...sameKey },
      from: this.#address,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}

/** False where no slot is free. */
export function pushInto({ truth }: World, into: WiredCabinet, charger: string): boolean {
  // Told afterwards, in the same moment: nothing is sent before.
  if (![...into.cabinet.slots.values()].includes(null)) return false;
  truth.wentIn(into.cabinet, charger);
  return into.push(charger);
}
