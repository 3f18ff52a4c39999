import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Notification } from '../../../contract/notifications.ts';
import { CurrentOrder, Order, OrderList } from '../../../contract/orders.ts';
import { PaymentMethod, PaymentMethodList } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Problem } from '../../../contract/errors.ts';
import { listenToCabinets, registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { EventReader } from '../../testing/network/eventReader.ts';
import { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { addStation, testTariff } from '../../testing/stations.ts';

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let cabinet: FakeCabinet;
  let rider: Rider;
  let card: string;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    payments.lose = () => null;
    const stationId = await addStation(app.deps.db, { online: false });
    const serials = ['a', 'b', 'c'].map((name) => `${stationId}-${name}`);
    cabinet = new FakeCabinet(stationId, [...serials, null], () => app.deps.clock.now());
    await listener().onState(stationId, { online: true, bootId: cabinet.bootId });
    cabinet.report();
    await cabinet.sendAll(listener());
    rider = await signUp(app);
    card = await addCard(rider, 'pays');
  });

  test('the same POST twice makes one rental and gets the same answer', async () => {
    const request = startRequest(rider, card);
    const [first, second] = await Promise.all([
      app.call(paths.rentals, request),
      app.call(paths.rentals, request),
    ]);
    expect(first.status).toBe(202);
    expect(second).toMatchObject({ status: 202, body: first.body });
    expect(Order.parse(first.body)).toMatchObject({ state: 'authorizing', status: null });
    await app.deps.outbox.idle();
    expect(ejects()).toHaveLength(1);
  });

  test('an order shows the arrangement of the slots: from the operator, or else from the cabinet', async () => {
    const { id } = await start();
    const { stationId, bootId } = cabinet;
    const station = async () => {
      const options = { session: rider.sessionId };
      return Order.parse((await app.call(fillPath(paths.order, { id }), options)).body).station;
    };
    expect(await station()).toMatchObject({ slots: 4 });
    expect(await station()).not.toHaveProperty('layout');
    await listener().onState(stationId, { online: true, bootId, rows: 2, columns: 2 });
    expect(await station()).toMatchObject({ layout: { rows: 2, columns: 2 } });
    const setLayout = (layout: string) =>
      app.deps.db.updateTable('stations').set({ layout }).where('id', '=', stationId).execute();
    await setLayout('4x1');
    expect(await station()).toMatchObject({ layout: { rows: 4, columns: 1 } });
    // A layout of three slots is wrong for a cabinet with four slots.
    await setLayout('3x1');
    expect(await station()).not.toHaveProperty('layout');
  });

  test('a key that is repeated with another body is refused', async () => {
    const request = startRequest(rider, card);
    await app.call(paths.rentals, request);
    const changed = { ...request, body: { ...request.body, tariffId: 'another' } };
    expect(await problemOf(app.call(paths.rentals, changed))).toMatchObject({
      status: 422,
      code: 'idempotencyKeyReused',
    });
  });

  test('a second rental is refused while a rental is open, with the id of the open rental', async () => {
    const { id } = await start();
    expect(await problemOf(app.call(paths.rentals, startRequest(rider, card)))).toMatchObject({
      status: 409,
      code: 'ongoingOrder',
      orderId: id,
    });
  });

  test.each([
    ['priceChanged', { tariffId: 'yesterday' }],
    ['stationNotFound', { stationId: '2222222' }],
    ['paymentMethodNotFound', { paymentMethodId: randomUUID() }],
  ])('a request is refused with %s before anything happens', async (code, body) => {
    const request = startRequest(rider, card);
    const changed = { ...request, body: { ...request.body, ...body } };
    expect(await problemOf(app.call(paths.rentals, changed))).toMatchObject({ code });
    expect(await currentOrder()).toBeNull();
  });

  test("another rider's card, order and events are not accessible", async () => {
    const other = await signUp(app);
    const { id } = await start();
    const session = other.sessionId;
    expect(await problemOf(app.call(fillPath(paths.order, { id }), { session }))).toMatchObject({
      status: 404,
      code: 'orderNotFound',
    });
    const key = randomUUID();
    for (const path of [paths.payOrder, paths.notEjected, paths.orderSeen]) {
      const body = path === paths.payOrder ? { paymentMethodId: card } : {};
      const options = { method: 'POST', session, key, body };
      expect(await problemOf(app.call(fillPath(path, { id }), options))).toMatchObject({
        code: 'orderNotFound',
      });
    }
    const stolen = startRequest(other, card);
    expect(await problemOf(app.call(paths.rentals, stolen))).toMatchObject({
      code: 'paymentMethodNotFound',
    });
  });

  test('every call about orders needs a session', async () => {
    for (const path of [
      paths.orders,
      paths.currentOrder,
      paths.orderEvents,
      paths.paymentMethods,
    ]) {
      expect(await problemOf(app.call(path))).toMatchObject({ code: 'signInRequired' });
    }
  });

  test('a station rents out no charger if it is offline or has no charged charger', async () => {
    for (const slot of cabinet.slots.keys()) cabinet.slots.set(slot, null);
    cabinet.report();
    await cabinet.sendAll(listener());
    const none = await problemOf(app.call(paths.rentals, startRequest(rider, card)));
    expect(none).toMatchObject({ status: 409, code: 'noChargers' });
    await listener().onState(cabinet.stationId, { online: false });
    const offline = await problemOf(app.call(paths.rentals, startRequest(rider, card)));
    expect(offline).toMatchObject({ status: 409, code: 'stationOffline' });
  });

  test('the order shows each state from the request to the receipt', async () => {
    const started = await start();
    expect((await currentOrder())?.id).toBe(started.id);
    await ejectCharger();
    const running = await order(started.id);
    expect(running).toMatchObject({ status: 'charging', paid: { amount: 0, currency: 'USD' } });
    await returnCharger(running);
    expect(await order(started.id)).toMatchObject({
      status: 'complete',
      total: { amount: 0 },
      due: { amount: 0 },
      lines: [
        { kind: 'unlockFee', amount: { amount: 100 } },
        { kind: 'graceRefund', amount: { amount: -100 } },
      ],
    });
    expect((await currentOrder())?.id).toBe(started.id);
    const seen = fillPath(paths.orderSeen, { id: started.id });
    const session = rider.sessionId;
    expect((await app.call(seen, { method: 'POST', session, body: {} })).status).toBe(204);
    expect(await currentOrder()).toBeNull();
  });

  test('an unpaid order prevents a rental until another card pays it', async () => {
    const weak = await addCard(rider, 'failsLater');
    const { id } = await start(weak);
    await ejectCharger();
    app.deps.clock.advance(600);
    await returnCharger(await order(id));
    expect(await order(id)).toMatchObject({
      status: 'unpaid',
      due: { amount: 200 },
      paymentFailure: 'paymentDeclined',
    });
    expect(await problemOf(app.call(paths.rentals, startRequest(rider, card)))).toMatchObject({
      code: 'unpaidOrder',
      orderId: id,
    });

    const session = rider.sessionId;
    const pay = { method: 'POST', session, key: randomUUID(), body: { paymentMethodId: card } };
    const path = fillPath(paths.payOrder, { id });
    for (const [body, problem] of [
      [
        { paymentMethodId: null, goCash: true },
        { status: 402, code: 'goCashInsufficient' },
      ],
      [{ paymentMethodId: null }, { status: 400, code: 'invalidInput' }],
    ]) {
      const refused = app.call(path, { ...pay, key: randomUUID(), body });
      expect(await problemOf(refused)).toMatchObject(problem ?? {});
    }
    const paying = await app.call(path, pay);
    expect(Order.parse(paying.body)).toMatchObject({ status: 'paying', due: { amount: 200 } });
    const hasty = app.call(path, { ...pay, key: randomUUID() });
    expect(await problemOf(hasty)).toMatchObject({ code: 'paymentInProgress' });
    await app.deps.outbox.idle();
    expect(await order(id)).toMatchObject({ status: 'complete', paid: { amount: 200 } });
    const late = app.call(path, { ...pay, key: randomUUID() });
    expect(await problemOf(late)).toMatchObject({ code: 'notPayable' });
    expect(await app.call(path, pay)).toMatchObject({ status: 202, body: paying.body });
  });

  test('the history shows the newest order first, in pages, and omits failed attempts @slow', async () => {
    const declined = await addCard(rider, 'declined');
    await start(declined);
    await app.deps.outbox.idle();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      app.deps.clock.advance(60);
      const { id } = await start();
      ids.unshift(id);
      await ejectCharger();
      await returnCharger(await order(id));
    }
    const first = await list('limit=2');
    expect(first.orders.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(second.orders.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second.nextCursor).toBeNull();
    expect((await list('status=charging')).orders).toEqual([]);
    const session = rider.sessionId;
    const forged = app.call(`${paths.orders}?cursor=bm9uc2Vuc2U`, { session });
    expect(await problemOf(forged)).toMatchObject({ code: 'invalidInput' });
  });

  test('an open event stream begins with the current order, and sends each change and notification', async () => {
    const { id } = await start();
    const events = await EventReader.open(app.url + paths.orderEvents, rider.sessionId);
    expect(await events.next()).toMatchObject({
      name: 'order',
      data: { id, state: 'authorizing' },
    });
    await ejectCharger();
    const received = new Set<string>();
    while (!received.has('charging') || !received.has('chargerOut')) {
      const event = await events.next();
      if (event?.name === 'notification') {
        const { kind, order } = Notification.parse(event.data);
        expect(order?.id).toBe(id);
        received.add(kind);
      } else {
        const order = Order.parse(event?.data);
        expect(order.id).toBe(id);
        received.add(order.state);
      }
    }
  });

  test('the first card is the default until the rider chooses another card', async () => {
    const second = await addCard(rider, 'failsLater');
    expect(await cards()).toMatchObject([{ id: card, isDefault: true }, { id: second }]);
    const third = await addCard(rider, 'declined', true);
    expect(await cards()).toMatchObject([
      { id: third, isDefault: true },
      { isDefault: false },
      { isDefault: false },
    ]);
  });

  test('the same card is stored once, and a refused card is not stored', async () => {
    const token = `tok_pays_${randomUUID()}`;
    const first = await attach(rider, token);
    const again = await attach(rider, token);
    expect(PaymentMethod.parse(again.body).id).toBe(PaymentMethod.parse(first.body).id);
    expect(await problemOf(attach(rider, `tok_refused_${randomUUID()}`))).toMatchObject({
      status: 422,
      code: 'cardRejected',
    });
  });

  test('a call that the provider does not answer is repeated with the same key', async () => {
    const key = randomUUID();
    const token = `tok_pays_${randomUUID()}`;
    payments.lose = () => 'after';
    const lost = await problemOf(attach(rider, token, key));
    expect(lost).toMatchObject({ status: 503, code: 'paymentProviderUnavailable' });
    payments.lose = () => null;
    expect((await attach(rider, token, key)).status).toBe(201);
    const changed = attach(rider, `${token}2`, key);
    expect(await problemOf(changed)).toMatchObject({ code: 'idempotencyKeyReused' });
    expect(await problemOf(attach(rider, token, 'short'))).toMatchObject({
      code: 'idempotencyKeyRequired',
    });
  });

  const listener = () => listenToCabinets(app.deps);

  function startRequest(who: Rider, paymentMethodId: string) {
    const { stationId } = cabinet;
    return {
      method: 'POST',
      session: who.sessionId,
      key: randomUUID(),
      body: { stationId, paymentMethodId, tariffId: testTariff.id },
    };
  }

  async function start(paymentMethodId = card): Promise<Order> {
    const { status, body } = await app.call(paths.rentals, startRequest(rider, paymentMethodId));
    expect(status).toBe(202);
    return Order.parse(body);
  }

  async function ejectCharger(): Promise<void> {
    await app.deps.outbox.idle();
    for (const { stationId, command } of app.gateway.commands.splice(0)) {
      if (stationId === cabinet.stationId) cabinet.inbox.push(command);
    }
    while (cabinet.inbox.length > 0) cabinet.obey();
    await cabinet.sendAll(listener());
    await app.deps.outbox.idle();
  }

  async function returnCharger({ slot }: Order): Promise<void> {
    const out = ['a', 'b', 'c'].map((name) => `${cabinet.stationId}-${name}`)[(slot ?? 1) - 1];
    cabinet.push(out ?? '');
    await cabinet.sendAll(listener());
    await app.deps.outbox.idle();
  }

  function ejects() {
    return app.gateway.commands.filter(
      ({ stationId, command }) => stationId === cabinet.stationId && command.type === 'eject',
    );
  }

  async function order(id: string): Promise<Order> {
    const path = fillPath(paths.order, { id });
    return Order.parse((await app.call(path, { session: rider.sessionId })).body);
  }

  async function currentOrder(): Promise<Order | null> {
    const { body } = await app.call(paths.currentOrder, { session: rider.sessionId });
    return CurrentOrder.parse(body).order;
  }

  async function list(query: string): Promise<OrderList> {
    const { body } = await app.call(`${paths.orders}?${query}`, { session: rider.sessionId });
    return OrderList.parse(body);
  }

  async function cards(): Promise<PaymentMethod[]> {
    const { body } = await app.call(paths.paymentMethods, { session: rider.sessionId });
    return PaymentMethodList.parse(body).methods;
  }

  function attach(who: Rider, token: string, key: string = randomUUID(), makeDefault = false) {
    const body = { token, country: 'US', postalCode: '60601', makeDefault };
    const { sessionId: session } = who;
    return app.call(paths.paymentMethods, { method: 'POST', session, key, body });
  }

  async function addCard(who: Rider, habit: string, makeDefault = false): Promise<string> {
    const token = `tok_${habit}_${randomUUID()}`;
    const { body } = await attach(who, token, randomUUID(), makeDefault);
    return PaymentMethod.parse(body).id;
  }
});

async function problemOf(answer: Promise<{ body: unknown }>): Promise<Problem> {
  return Problem.parse((await answer).body);
}
