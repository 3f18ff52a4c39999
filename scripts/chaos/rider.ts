import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CodeIssued, SignedIn } from '../../contract/signIn/auth.ts';
import { Problem, type ErrorCode } from '../../contract/errors.ts';
import { NotificationList } from '../../contract/notifications.ts';
import { Order, OrderList } from '../../contract/orders.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import type { StartRental } from '../../contract/rental.ts';
import { PaymentMethod, PaymentSetup } from '../../contract/payment.ts';
import { TopUp, Wallet } from '../../contract/wallet.ts';
import type { MqttCabinet } from '../../server/testing/cabinets/mqttCabinet.ts';
import type { Habit } from '../../server/testing/stripe/objects.ts';
import type { Answer } from './balancer.ts';
import type { Random } from './random.ts';
import { violationOf, type Violation } from './invariants.ts';
import type { ChargerTrip } from './trips.ts';
import { typedCardNumber } from './leaks.ts';
import type { World } from './world.ts';

/** A rental request with its idempotency key. */
export interface Attempt {
  readonly key: string;
  readonly phone: string;
  /**
   * The order id in each answer to this key. The list is empty if the server rejected the request.
   */
  readonly orderIds: string[];
}

/** The data on a rider's GoCash pages after the run. */
export interface WalletView {
  /** The balance. */
  readonly total: number;
  /** The ids in the answers to each idempotency key of a top-up. */
  readonly topUpIds: readonly (readonly string[])[];
  readonly topUps: readonly TopUp[];
  readonly orderIds: readonly string[];
}

/** The observations of all riders of a run. */
export interface RiderLog {
  readonly attempts: Attempt[];
  /** The ids of all orders, by their numbers. */
  readonly orders: Map<string, string>;
  /** The ids of the orders that became free, because the rider reported the charger. */
  readonly freed: Set<string>;
  /**
   * Milliseconds from the tap to the open slot. Orders that waited for the cardholder's
   * confirmation are not included.
   */
  readonly openedMs: number[];
  /**
   * Milliseconds from the return to the paid bill. `resent` is for cabinets that resend events without a reconnect, and
   * `afterReconnect` is for cabinets that resend events only after a reconnect.
   */
  readonly billedMs: { readonly resent: number[]; readonly afterReconnect: number[] };
  readonly refusals: Map<string, number>;
  /** The sessions of all riders. */
  readonly sessions: string[];
  /** Answers that broke a guarantee. */
  readonly violations: Violation[];
}

export interface Day {
  /** True after the run. Riders then return their chargers and start no more rentals. */
  readonly isOver: boolean;
}

/** The behaviours of cards that decline every charge. */
const refusing = ['declined', 'insufficientFunds', 'expired'] as const;
const finished = new Set<Order['state']>(['failed', 'review']);

/** A simulated rider with a phone and some cards, who uses the product over HTTP only. */
export class Rider {
  readonly phone: string;
  /** If true, the rider does not return the last charger. */
  readonly keepsLast: boolean;
  session: string | null = null;
  /**
   * The id of the rental that the rider follows to its end, or null. A background task does not return the charger of
   * this rental.
   */
  following: string | null = null;
  /**
   * Resolves when the rider walks away from the cabinets. The rider then only waits for the end of
   * a rental.
   */
  readonly walksAway: Promise<void>;
  #walkAway = (): void => undefined;
  #isAway = false;
  readonly #world: World;
  readonly #diary: RiderLog;
  readonly #day: Day;
  readonly #random: Random;
  readonly #address: string;
  readonly #cards = new Map<Habit, string>();
  /** One list for each top-up: the ids in the answers to this top-up. */
  readonly #topUps: string[][] = [];

  constructor(
    world: World,
    diary: RiderLog,
    given: { index: number; day: Day; keepsLast: boolean; random: Random },
  ) {
    this.#world = world;
    this.#diary = diary;
    this.#day = given.day;
    this.#random = given.random;
    this.keepsLast = given.keepsLast;
    this.phone = `+1212${2_000_000 + given.index}`;
    this.#address = `203.0.${Math.floor(given.index / 250)}.${(given.index % 250) + 1}`;
    this.walksAway = new Promise((resolve) => (this.#walkAway = resolve));
  }

  /**
   * Starts one rental after another. Stops when the run ends, when the rider walks away, or when
   * the server refuses a rental for a reason that lasts longer than a minute.
   */
  async live(): Promise<void> {
    await this.#logIn();
    if (this.#day.isOver) return;
    await this.#addCard('pays');
    if (this.#random.chance(0.3)) await this.#addCard(this.#random.pick(refusing));
    if (this.#random.chance(0.4)) await this.#addCard('authentication');
    if (this.#random.chance(0.4)) await this.#topUp();
    while (!this.#day.isOver) {
      const mayGoOn = await this.#rentOnce();
      if (!mayGoOn) return;
      await setTimeout(this.#random.between(50, 250));
    }
  }

  /**
   * Returns all orders of the history, and all orders from answers, because the history may lack an
   * order.
   */
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
    for (const orderId of own.flatMap(({ orderIds }) => orderIds)) {
      if (shown.has(orderId)) continue;
      const answer = await this.#call('GET', fillPath(paths.order, { id: orderId }));
      if (answer.status === 200) shown.set(orderId, Order.parse(answer.body));
    }
    return [...shown.values()];
  }

  /** Returns the data of the GoCash pages. Returns null if the rider is not signed in or never tried to top up. */
  async wallet(orders: readonly Order[]): Promise<WalletView | null> {
    if (this.session === null || this.#topUps.length === 0) return null;
    const { body } = await this.#call('GET', paths.wallet);
    const topUps: TopUp[] = [];
    for (const id of new Set(this.#topUps.flat())) topUps.push(await this.#topUpOf(id));
    return {
      total: Wallet.parse(body).total.amount,
      topUpIds: this.#topUps,
      topUps,
      orderIds: orders.map(({ id }) => id),
    };
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
      const isExhausted = this.#random.chance(0.03) && (await this.#guess(path, code));
      const answer = await this.#call('POST', path, { body: { code } });
      if (answer.status !== 200) {
        // The wrong tries have used up the code, or the server process crashed after the SMS provider had accepted the
        // code. The rider requests another code.
        await this.#wait(answer);
        continue;
      }
      if (isExhausted) this.#complain(13, 'a code was accepted after five wrong tries');
      this.session = SignedIn.parse(answer.body).sessionId;
      this.#diary.sessions.push(this.session);
      const again = await this.#call('POST', path, { body: { code } });
      if (again.status === 200) this.#complain(13, 'a code was accepted twice');
    }
  }

  /** Enters five wrong codes. Returns true if the server counted all five. */
  async #guess(path: string, right: string | undefined): Promise<boolean> {
    const code = right === '000000' ? '000001' : '000000';
    let counted = 0;
    for (let tries = 0; tries < 5; tries++) {
      const { status } = await this.#call('POST', path, { body: { code } });
      if (status === 422 || status === 410) counted++;
    }
    return counted === 5;
  }

  #complain(invariant: number, what: string): void {
    this.#diary.violations.push(violationOf(invariant)(what));
  }

  /** Signs out, and checks a second later that the processes refuse the session. */
  async logOut(): Promise<void> {
    const { session } = this;
    if (session === null) return;
    await this.#call('DELETE', paths.currentSession);
    await setTimeout(1_000);
    for (let tries = 0; tries < 4; tries++) {
      const { status } = await this.#call('GET', paths.me);
      if (status !== 401) this.#complain(14, `a session that was ended is answered with ${status}`);
    }
    this.session = null;
  }

  /** Deletes the account. Returns false if the server refuses, for example because an order is unpaid. */
  async deleteAccount(): Promise<boolean> {
    let { status } = await this.#call('DELETE', paths.me);
    if (status === 403 && (await this.#stepUp())) {
      ({ status } = await this.#call('DELETE', paths.me));
    }
    return status === 204;
  }

  /**
   * Repeats the authentication with a code that is sent to the rider's phone (step-up authentication). Returns false if
   * the server refuses.
   */
  async #stepUp(): Promise<boolean> {
    const issued = await this.#call('POST', paths.myProofCodes, { body: { by: 'phone' } });
    if (issued.status !== 201) return false;
    const { requestId } = CodeIssued.parse(issued.body);
    const body = { by: 'phone', code: this.#world.twilio.codeFor(this.phone) };
    const path = fillPath(paths.verifyMyProof, { requestId });
    return (await this.#call('POST', path, { body })).status === 200;
  }

  async #addCard(habit: Habit): Promise<void> {
    const card = await this.#call('POST', paths.paymentSetups, {
      key: true,
      body: { kind: 'card' },
    });
    const { id } = PaymentSetup.parse(card.body);
    if (this.#random.chance(0.1)) await this.#mistype(id);
    this.#world.stripe.account.finishSetup(id, { habit, fingerprint: randomUUID() });
    const body = { token: id, country: 'US', postalCode: '60601', makeDefault: habit === 'pays' };
    const added = await this.#call('POST', paths.paymentMethods, { key: true, body });
    this.#cards.set(habit, PaymentMethod.parse(added.body).id);
  }

  /** Types a card number into the field for the postal code, as riders do by mistake. */
  async #mistype(token: string): Promise<void> {
    const body = { token, country: 'US', postalCode: typedCardNumber, makeDefault: false };
    const { status } = await this.#call('POST', paths.paymentMethods, { key: true, body });
    if (status < 400) this.#complain(16, 'a card number was accepted as a postal code');
  }

  /** Buys GoCash. Sometimes the rider taps twice. */
  async #topUp(): Promise<void> {
    const wallet = Wallet.parse((await this.#call('GET', paths.wallet)).body);
    const offer = wallet.offers[0];
    if (!offer) return;
    const paymentMethodId = this.#cards.get(this.#random.pick([...this.#cards.keys()])) ?? '';
    const key = randomUUID();
    const ids: string[] = [];
    this.#topUps.push(ids);
    for (let taps = this.#random.chance(0.3) ? 2 : 1; taps > 0; taps--) {
      const answer = await this.#call('POST', paths.topUps, {
        key,
        body: { ...offer, paymentMethodId },
      });
      if (answer.status === 202) ids.push(TopUp.parse(answer.body).id);
    }
    const [id] = ids;
    if (id === undefined) return;
    for (let topUp = await this.#topUpOf(id); ; topUp = await this.#topUpOf(id)) {
      if (topUp.state === 'credited' || topUp.state === 'declined') return;
      if (topUp.action) await this.#confirm(topUp.action.url);
      await setTimeout(this.#random.between(250, 600));
    }
  }

  async #topUpOf(id: string): Promise<TopUp> {
    const answer = await this.#call('GET', fillPath(paths.topUp, { id }));
    return TopUp.parse(answer.body);
  }

  /** Starts a rental and follows it to its end. Returns false if the rider starts no more rentals. */
  async #rentOnce(): Promise<boolean> {
    const stationId = this.#chooseStation();
    const tariffId = this.#world.tariffOf.get(stationId) ?? '';
    const habit = this.#random.pick([...this.#cards.keys()]);
    const paymentMethodId = this.#cards.get(habit) ?? '';
    const key = randomUUID();
    const attempt: Attempt = { key, phone: this.phone, orderIds: [] };
    this.#diary.attempts.push(attempt);
    const startedAt = performance.now();
    const useGoCash = this.#topUps.length > 0 && this.#random.chance(0.6);
    const body = { stationId, paymentMethodId, tariffId, useGoCash };
    const answer = await this.#call('POST', paths.rentals, { key, body });
    if (answer.status !== 202) return this.#isRefused(answer);
    const { id, number } = Order.parse(answer.body);
    attempt.orderIds.push(id);
    this.#diary.orders.set(number, id);
    if (this.#random.chance(0.2)) await this.#repeat(attempt, body);
    this.following = id;
    await this.#ride(id, startedAt);
    // If the charger stays outside after the run, do not clear `following`. Otherwise a background
    // task would return the charger.
    if (!this.keepsLast || !this.#day.isOver) this.following = null;
    return !this.#isAway;
  }

  /** Chooses a station. Most riders choose a station that the map shows with chargers. */
  #chooseStation(): string {
    const { shown, tariffOf } = this.#world;
    const choice = shown.length === 0 || this.#random.chance(0.1) ? [...tariffOf.keys()] : shown;
    return this.#random.pick(choice);
  }

  /**
   * Taps again. The same request must get the same order, and the server must refuse a changed
   * request.
   */
  async #repeat(attempt: Attempt, body: StartRental): Promise<void> {
    const { key } = attempt;
    const again = await this.#call('POST', paths.rentals, { key, body });
    if (again.status === 202) attempt.orderIds.push(Order.parse(again.body).id);
    else this.#complain(1, `a repeated request is answered with ${again.status}`);
    const changed = { ...body, couponId: randomUUID() };
    const { status } = await this.#call('POST', paths.rentals, { key, body: changed });
    // For the rate limit, the changed request is a new call. The limit may refuse it before the server checks its body.
    if (status !== 422 && status !== 429)
      this.#complain(1, `a changed request is answered with ${status}`);
  }

  #isRefused(answer: Answer): boolean {
    const { code } = Problem.parse(answer.body);
    const { refusals } = this.#diary;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
    const passing: ErrorCode[] = ['noChargers', 'stationOffline', 'goCashInsufficient'];
    if (passing.includes(code)) return true;
    // A refusal by the station's limit ends within a minute. A refusal by the rider's own limit takes up to ten
    // minutes.
    return code === 'tooManyRequests' && (answer.retryAfter ?? 0) <= 60;
  }

  async #ride(id: string, startedAt: number): Promise<void> {
    const asked = await this.#untilOpen(id);
    const first = this.#world.trips.ofRental(id);
    if (!first) return;
    const openedMs = first.outAt.getTime() - (performance.timeOrigin + startedAt);
    if (!asked) this.#diary.openedMs.push(openedMs);
    const trip = this.#random.chance(0.12) ? await this.#swap(id, first) : first;
    await this.#untilReturn(trip.outAt);
    if (this.keepsLast && this.#day.isOver) return;
    const wasOpen = !finished.has((await this.#order(id)).state);
    const pushedAt = performance.now();
    // A background task put the charger back before the answer to the eject arrived. The bill is
    // paid as usual.
    if (trip.backAt !== null) return this.#untilPaid(id);
    // Some riders falsely claim the return before they return the charger, and some claim the return afterwards.
    const claims = this.#random.pick(['falsely', 'falsely', 'truly', null, null, null]);
    if (claims === 'falsely') {
      await this.#claim(id, trip.stationId);
      if (this.#random.chance(0.8)) await this.#untilRefused(id, trip.outAt);
    }
    const into = await this.#push(trip.charger, trip.stationId);
    if (claims === 'truly') await this.#claim(id, into.cabinet.stationId);
    const { resends } = into;
    if (!wasOpen) return;
    await this.#untilPaid(id);
    const { resent, afterReconnect } = this.#diary.billedMs;
    (resends ? resent : afterReconnect).push(performance.now() - pushedAt);
  }

  /**
   * Waits until the slot is open or the eject has failed. Returns true if the cardholder had to
   * confirm.
   */
  async #untilOpen(id: string): Promise<boolean> {
    const confirmed = new Set<string>();
    while (!this.#world.trips.ofRental(id)) {
      const { state, action } = await this.#order(id);
      if (finished.has(state)) break;
      if (action && !confirmed.has(action.url)) {
        confirmed.add(action.url);
        await this.#confirm(action.url);
      }
      await setTimeout(this.#random.between(250, 600));
    }
    return confirmed.size > 0;
  }

  async #untilReturn(outAt: Date): Promise<void> {
    const isLong = this.#random.chance(0.04);
    const seconds = isLong ? this.#random.between(55, 140) : this.#random.between(1, 4);
    if (isLong) this.#goAway();
    await this.#pauseUntil(outAt.getTime() + seconds * 1000 - performance.timeOrigin);
  }

  #goAway(): void {
    this.#isAway = true;
    this.#walkAway();
  }

  async #push(charger: string, stationId: string): Promise<MqttCabinet> {
    const { cabinets } = this.#world;
    const home = cabinets.find(({ cabinet }) => cabinet.stationId === stationId);
    let into: MqttCabinet | undefined = this.#random.chance(0.3) ? home : undefined;
    for (;;) {
      into ??= this.#random.pick(cabinets);
      if (pushInto(this.#world, into, charger)) return into;
      into = undefined;
      await setTimeout(100);
    }
  }

  /**
   * Claims that the charger is back, sometimes with two taps. After that, the order must show the claim, unless the
   * rental has ended.
   */
  async #claim(id: string, stationId: string): Promise<void> {
    const key = randomUUID();
    const body = { kind: 'returned', ...(this.#random.chance(0.5) && { stationId }) };
    const path = fillPath(paths.claim, { id });
    for (let taps = this.#random.chance(0.3) ? 2 : 1; taps > 0; taps--) {
      const answer = await this.#call('POST', path, { key, body });
      // The rental may have ended in the meantime.
      if (answer.status !== 200) continue;
      const { state, claim, returnedAt } = Order.parse(answer.body);
      if (state === 'charging' && returnedAt === null && claim === undefined) {
        this.#complain(19, `order ${id} runs after a claim`);
      }
    }
  }

  /**
   * Waits until an operator refuses the false claim, so that the cost increases again. The rider must be notified once.
   * Some riders lose their patience first, and return the charger.
   */
  async #untilRefused(id: string, outAt: Date): Promise<void> {
    const leavesAt = performance.now() + this.#random.between(6_000, 15_000);
    for (;;) {
      const { claim, state, movedSeconds = 0 } = await this.#order(id);
      if (claim?.state === 'refused') {
        if (movedSeconds === 0) this.#complain(19, `the refused claim of ${id} moved no deadline`);
        break;
      }
      if (state !== 'charging' && state !== 'overdue') return;
      if (this.#day.isOver || performance.now() > leavesAt) return;
      await setTimeout(this.#random.between(250, 600));
    }
    const { body } = await this.#call('GET', `${paths.notifications}?limit=100`);
    const refusals = NotificationList.parse(body).notifications.filter(
      ({ kind, order }) => kind === 'claimRefused' && order?.id === id,
    );
    if (refusals.length !== 1) {
      this.#complain(
        19,
        `the rider of ${id} got ${refusals.length} messages about a refused claim`,
      );
    }
    // After a refused claim, the bill includes the time in which the claim was open. Some riders stay out for another
    // period of the tariff, so that a wrong bill differs from the right one.
    const isLong = this.#random.chance(0.4);
    if (isLong) this.#goAway();
    const seconds = isLong ? this.#random.between(62, 75) : 0;
    await this.#pauseUntil(outAt.getTime() + seconds * 1000 - performance.timeOrigin);
  }

  /**
   * Reports that the charger does not charge, sometimes with two taps. The rider puts this charger back before or after
   * a second charger comes out. Returns the trip of the charger that the rider then has.
   */
  async #swap(id: string, first: ChargerTrip): Promise<ChargerTrip> {
    const { trips } = this.#world;
    const key = randomUUID();
    const body = { stationId: this.#random.chance(0.7) ? first.stationId : this.#chooseStation() };
    const path = fillPath(paths.faulty, { id });
    let isFree = false;
    for (let taps = this.#random.chance(0.3) ? 2 : 1; taps > 0; taps--) {
      const answer = await this.#call('POST', path, { key, body });
      // The server refuses the report if the rider had too many free rentals, or if a background task has put the
      // charger back.
      if (answer.status === 200) isFree = true;
    }
    if (!isFree) return first;
    this.#diary.freed.add(id);
    if (this.#random.chance(0.3) && first.backAt === null) {
      await this.#push(first.charger, first.stationId);
    }
    while (!trips.ofOther(id, first.charger)) {
      const { state, faulty } = await this.#order(id);
      if (faulty?.swap !== 'opening' || finished.has(state)) break;
      await setTimeout(this.#random.between(250, 600));
      if (performance.timeOrigin + performance.now() > first.outAt.getTime() + 8_000) {
        this.#goAway();
      }
    }
    const second = trips.ofOther(id, first.charger);
    if (second && first.backAt === null) await this.#push(first.charger, first.stationId);
    return second ?? first;
  }

  async #untilPaid(id: string): Promise<void> {
    const leavesAt = performance.now() + this.#random.between(3_000, 8_000);
    for (;;) {
      const order = await this.#order(id);
      if (order.status === 'complete' || finished.has(order.state)) break;
      if (order.action) await this.#confirm(order.action.url);
      if (order.status === 'unpaid') {
        const goCash = this.#topUps.length > 0;
        const body = { paymentMethodId: this.#cards.get('pays') ?? null, goCash };
        await this.#call('POST', fillPath(paths.payOrder, { id }), { key: true, body });
      }
      if (performance.now() > leavesAt) this.#goAway();
      const pause = this.#random.between(250, 600);
      await setTimeout(this.#isAway ? 4 * pause : pause);
    }
  }

  async #order(id: string): Promise<Order> {
    const answer = await this.#call('GET', fillPath(paths.order, { id }));
    return Order.parse(answer.body);
  }

  /**
   * Accepts or refuses the payment on the page of the rider's bank. The run does not disturb that
   * page, because it belongs to the bank.
   */
  async #confirm(url: string): Promise<void> {
    const answer = this.#random.chance(0.9) ? 'yes' : 'no';
    const body = new URLSearchParams({ answer });
    // If the rider has already answered the confirmation, the page says so, and the order continues.
    await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
  }

  async #wait({ retryAfter }: Answer): Promise<void> {
    await this.#pauseUntil(performance.now() + Math.min(30, retryAfter ?? 1) * 1000);
  }

  /** Waits until the given time of `performance.now()`, or until the run ends. */
  async #pauseUntil(end: number): Promise<void> {
    while (performance.now() < end && !this.#day.isOver) await setTimeout(200);
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

/** Pushes a charger into a cabinet. Returns false if no slot is free. */
export function pushInto({ trips }: World, into: MqttCabinet, charger: string): boolean {
  // Record the return before the push, but in the same tick, so that no message is sent before the record exists.
  if (![...into.cabinet.slots.values()].includes(null)) return false;
  trips.wentIn(into.cabinet, charger);
  return into.push(charger);
}
