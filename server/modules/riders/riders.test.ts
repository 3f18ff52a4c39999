import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import {
  RiderCredited,
  RidersFound,
  RiderShown,
  RiderTimeLine,
  RiderUnmasked,
} from '../../../contract/operators/riders.ts';
import { Order, OrderList } from '../../../contract/orders.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { TopUp, Wallet } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  stepUp,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addGuest, askForGuest, textCode } from '../../testing/guests.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const why = 'a test';
const usd = (amount: number) => ({ amount, currency: 'USD' });
const card = { country: 'US', postalCode: '60601', makeDefault: true };

forEachEngine((engine) => {
  let app: TestApp;
  let ops: Operators;
  let renting: Renting;
  let rider: Rider;
  const keys = { support: '', finance: '', readOnly: '' };

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: {
        OPERATOR_KEY: serverKey,
        OPERATOR_REFUND_LIMIT: '500',
        OPERATOR_REFUND_LIMIT_PER_DAY: '100000',
        CALL_LIMITS_FACTOR: '100',
      },
    });
    registerOrderJobs(app.deps);
    ops = new Operators(app);
    keys.support = await ops.add('Sue', 'support');
    keys.finance = await ops.add('Fin', 'finance');
    keys.readOnly = await ops.add('Rob', 'readOnly');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    renting = await Renting.at(app);
    rider = await signUp(app);
  });

  const post = (path: string, session: string, body: object) =>
    app.call(path, { method: 'POST', session, key: randomUUID(), body });
  const codeOf = ({ body }: { body: unknown }) => Problem.parse(body).code;
  const find = async (wanted: object) =>
    RidersFound.parse((await ops.call('riders/search', wanted, keys.readOnly)).body).riders;
  const act = (verb: string, body: object, number = rider.user.id, key: string = randomUUID()) =>
    ops.call(`riders/${number}/${verb}`, { why, ...body }, keys.support, key);
  const block = async (what: string[], number = rider.user.id) =>
    expect((await act('block', { what }, number)).status).toBe(200);
  const blocksOf = async (number: string) =>
    RiderShown.parse((await ops.call(`riders/${number}`)).body).blocks.map(({ what }) => what);
  const askForCode = (phone: string) =>
    app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
  const wallet = async () =>
    Wallet.parse((await app.call(paths.wallet, { session: rider.sessionId })).body);

  test('an operator finds a rider by phone, order and card, and sees no name and no phone @slow', async () => {
    const named = { method: 'PATCH', session: rider.sessionId, body: { name: 'Ada Lovelace' } };
    await app.call(paths.me, named);
    const order = await renting.rent(rider, await renting.addCard(rider), 30);
    const { number } = order;
    const masked = {
      number: rider.user.id,
      phone: `+1 ••• ••${rider.phone.slice(-2)}`,
      blocks: [],
      frozen: false,
      cards: [{ kind: 'card', brand: 'visa', last4: '4242' }],
    };
    for (const wanted of [
      { phone: rider.phone },
      { order: number.toLowerCase() },
      { rider: rider.user.id },
    ]) {
      const found = await find(wanted);
      expect(found).toMatchObject([masked]);
      expect(JSON.stringify(found)).not.toMatch(new RegExp(`Ada|${rider.phone.slice(2)}`));
    }
    const day = app.deps.clock.now().toISOString().slice(0, 10);
    const byCard = await find({ last4: '4242', day });
    expect(byCard.map((one) => one.number)).toContain(rider.user.id);
    expect(await find({ last4: '4242', day: '2020-01-01' })).toEqual([]);
    expect(await find({ phone: freshPhone() })).toEqual([]);
    expect(refusalOf(await ops.call('riders/search', { phone: '12 monkeys' }))).toEqual({
      status: 422,
      code: 'phoneInvalid',
    });
    const line = RiderTimeLine.parse(
      (await ops.call(`riders/${rider.user.id}/time-line`, undefined, keys.finance)).body,
    );
    expect(new Set(line.entries.map((one) => `${one.what} ${one.number}`))).toEqual(
      new Set([`order ${number}`, `payment ${number}`]),
    );
    const first = RiderTimeLine.parse(
      (await ops.call(`riders/${rider.user.id}/time-line?limit=1`)).body,
    );
    const rest = RiderTimeLine.parse(
      (await ops.call(`riders/${rider.user.id}/time-line?cursor=${first.nextCursor}`)).body,
    );
    expect([...first.entries, ...rest.entries]).toEqual(line.entries);
  });

  test('the contact of a rider is shown only with a reason, which is recorded without the contact', async () => {
    const { phone } = rider;
    expect(RiderUnmasked.parse((await act('unmask', {})).body)).toMatchObject({ phone });
    expect((await ops.call(`riders/${rider.user.id}/unmask`, {}, keys.support)).status).toBe(400);
    for (const key of [keys.readOnly, keys.finance]) {
      const asked = await ops.call(`riders/${rider.user.id}/unmask`, { why }, key);
      expect(refusalOf(asked)).toEqual({ status: 403, code: 'roleMissing' });
    }
    const recorded = await ops.actions(rider.user.id);
    expect(recorded).toMatchObject([{ action: 'rider.unmask', who: 'Sue', why }]);
    expect(JSON.stringify(recorded)).not.toContain(phone.slice(2));
    expect(refusalOf(await act('unmask', {}, '00000000'))).toMatchObject({ code: 'riderNotFound' });
  });

  test('a blocked account begins nothing, but its rental can be returned and is billed @slow', async () => {
    const method = await renting.addCard(rider);
    const { id } = Order.parse((await renting.start(rider, method)).body);
    await renting.settle();
    await block(['account']);
    app.deps.clock.advance(3600);
    await renting.bringBack(1);
    const order = OrderList.parse(
      (await app.call(paths.orders, { session: rider.sessionId })).body,
    ).orders.find((one) => one.id === id);
    expect(order).toMatchObject({ state: 'complete' });
    expect(order?.total?.amount).toBeGreaterThan(0);

    const { sessionId: session } = rider;
    const { stationId } = renting.cabinet;
    const refused = await Promise.all([
      renting.start(rider, method),
      post(paths.reservations, session, { kind: 'charger', stationId }),
      post(paths.topUps, session, { amount: usd(2000), bonus: usd(400), paymentMethodId: method }),
      post(paths.paymentMethods, session, { token: `tok_pays_${randomUUID()}`, ...card }),
      post(paths.paymentSetups, session, { kind: 'card' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['accountBlocked']));
    expect((await act('unblock', { what: ['account'] })).status).toBe(200);
    expect((await renting.start(rider, method)).status).toBe(202);
    expect(
      (await ops.actions(rider.user.id)).map(({ action, before, after }) => ({
        action,
        before,
        after,
      })),
    ).toEqual([
      { action: 'rider.block', before: { blocked: [] }, after: { blocked: ['account'] } },
      { action: 'rider.unblock', before: { blocked: ['account'] }, after: { blocked: [] } },
    ]);
  });

  test('a blocked phone gets no code, and a blocked card pays for nobody', async () => {
    const token = `tok_pays_${randomUUID()}`;
    await post(paths.paymentMethods, rider.sessionId, { token, ...card });
    await block(['phone', 'card']);
    const shown = RiderShown.parse((await ops.call(`riders/${rider.user.id}`)).body);
    expect(shown.blocks.map(({ what, by }) => `${what} ${by}`)).toEqual(['card Sue', 'phone Sue']);
    const codes = { method: 'POST', body: { phone: rider.phone, language: 'en' } };
    expect(codeOf(await app.call(paths.codes, codes))).toBe('accountBlocked');
    const other = await signUp(app);
    const added = await post(paths.paymentMethods, other.sessionId, { token, ...card });
    expect(codeOf(added)).toBe('accountBlocked');
    const guest = await addGuest(app);
    const paying = await post(paths.paymentMethods, guest.sessionId, { token, ...card });
    expect(codeOf(paying)).toBe('accountBlocked');
    const phone = freshPhone();
    const blocked = (isBlocked: boolean) =>
      ops.call('blocked-phones', { phone, blocked: isBlocked, why }, keys.support);
    expect((await blocked(true)).body).toEqual({ blocked: true, repeated: false });
    const asked = { method: 'POST', body: { phone, language: 'en' } };
    expect(codeOf(await app.call(paths.codes, asked))).toBe('accountBlocked');
    await blocked(false);
    expect((await app.call(paths.codes, asked)).status).toBe(201);
    const record = JSON.stringify(
      await app.deps.db.selectFrom('operator_actions').selectAll().execute(),
    );
    expect(record).not.toContain(phone.slice(2));
  });

  test('a removed card can be blocked, and an operator can end its block even after the rider is erased', async () => {
    const token = `tok_pays_${randomUUID()}`;
    const { sessionId: session } = rider;
    const { body } = await post(paths.paymentMethods, session, { token, ...card });
    const path = fillPath(paths.paymentMethod, { id: PaymentMethod.parse(body).id });
    const removed = await app.call(path, { method: 'DELETE', session, key: randomUUID() });
    expect(removed.status).toBe(200);
    await block(['card']);
    const other = await signUp(app);
    const addTo = ({ sessionId }: Rider) =>
      post(paths.paymentMethods, sessionId, { token, ...card });
    expect(codeOf(await addTo(other))).toBe('accountBlocked');
    expect((await act('erase', {})).status).toBe(200);
    expect(await blocksOf(rider.user.id)).toEqual(['card']);
    expect(codeOf(await addTo(other))).toBe('accountBlocked');
    expect((await act('unblock', { what: ['card'] })).status).toBe(200);
    expect(await blocksOf(rider.user.id)).toEqual([]);
    expect((await addTo(other)).status).toBe(201);
  });

  test('a phone that was blocked without its rider can be unblocked through the rider after the erasure', async () => {
    const { phone } = rider;
    await ops.call('blocked-phones', { phone, blocked: true, why }, keys.support);
    await block(['phone']);
    expect((await act('erase', {})).status).toBe(200);
    expect(await blocksOf(rider.user.id)).toEqual(['phone']);
    expect((await act('unblock', { what: ['phone'] })).status).toBe(200);
    app.deps.clock.advance(3600);
    expect((await askForCode(phone)).status).toBe(201);
  });

  test('an idempotency key blocks one phone only', async () => {
    const [first, second] = [freshPhone(), freshPhone()];
    const key = randomUUID();
    const blockPhone = (phone: string) =>
      ops.call('blocked-phones', { phone, blocked: true, why }, keys.support, key);
    expect((await blockPhone(first)).body).toEqual({ blocked: true, repeated: false });
    expect((await blockPhone(first)).body).toEqual({ blocked: true, repeated: true });
    expect(refusalOf(await blockPhone(second))).toMatchObject({ code: 'keyReused' });
    expect((await askForCode(second)).status).toBe(201);
  });

  test('a repeated call shows personal data again for ten minutes only', async () => {
    const [unmask, exporting] = [randomUUID(), randomUUID()];
    const number = rider.user.id;
    const both = async () => [
      await act('unmask', {}, number, unmask),
      await act('export', {}, number, exporting),
    ];
    expect((await both()).map(({ status }) => status)).toEqual([200, 200]);
    app.deps.clock.advance(9 * 60);
    expect((await both()).map(({ status }) => status)).toEqual([200, 200]);
    app.deps.clock.advance(60);
    for (const refused of await both()) {
      expect(refusalOf(refused)).toMatchObject({ code: 'keyReused' });
    }
    expect((await ops.actions(number)).map(({ action }) => action)).toEqual([
      'rider.unmask',
      'rider.export',
    ]);
  });

  test('a blocked rider who has an unpaid order signs in, pays it with a new card, and then gets no code @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider, 'failsLater'), 30);
    expect(order.status).toBe('unpaid');
    await block(['account', 'phone', 'card']);
    const { phone } = rider;
    const signedIn = SignedIn.parse((await (await textCode(app, phone))()).body);
    const { sessionId } = signedIn;
    expect(codeOf(await post(paths.paymentSetups, sessionId, { kind: 'card' }))).toBe('notFound');
    const token = `tok_pays_${randomUUID()}`;
    const other = await signUp(app);
    await post(paths.paymentMethods, other.sessionId, { token, ...card });
    await block(['card'], other.user.id);
    const stolen = await post(paths.paymentMethods, sessionId, { token, ...card });
    expect(codeOf(stolen)).toBe('accountBlocked');
    // The block of the old phone number would not apply to a new number, so the server refuses the
    // change.
    const changed = await post(paths.myPhone, sessionId, { phone: freshPhone() });
    expect(codeOf(changed)).toBe('accountBlocked');
    const path = fillPath(paths.payOrder, { id: order.id });
    const paymentMethodId = await renting.addCard({ sessionId });
    expect((await post(path, sessionId, { paymentMethodId })).status).toBe(202);
    await app.deps.outbox.idle();
    const paid = Order.parse(
      (await app.call(fillPath(paths.order, { id: order.id }), { session: sessionId })).body,
    );
    expect(paid.status).toBe('complete');
    app.deps.clock.advance(3600);
    expect(codeOf(await askForCode(phone))).toBe('accountBlocked');
    const added = await post(paths.paymentMethods, sessionId, { token: 'tok_pays_late', ...card });
    expect(codeOf(added)).toBe('accountBlocked');
  });

  test('a blocked rider who has an open rental gets a code', async () => {
    await renting.start(rider, await renting.addCard(rider));
    await renting.settle();
    await block(['phone']);
    app.deps.clock.advance(600);
    expect((await askForCode(rider.phone)).status).toBe(201);
    await renting.bringBack(1);
    app.deps.clock.advance(600);
    expect(codeOf(await askForCode(rider.phone))).toBe('accountBlocked');
  });

  test('a rider whose account is blocked deletes it, and gets no new account until the block of the phone ends', async () => {
    await block(['account', 'phone']);
    await act('unblock', { what: ['phone'] });
    app.deps.clock.advance(3600);
    await stepUp(app, rider);
    const deleted = await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    expect(deleted.status).toBe(204);
    expect(codeOf(await askForCode(rider.phone))).toBe('accountBlocked');
    expect(await blocksOf(rider.user.id)).toEqual(['account', 'phone']);
    expect((await act('unblock', { what: ['phone'] })).status).toBe(200);
    app.deps.clock.advance(3600);
    expect((await askForCode(rider.phone)).status).toBe(201);
  });

  test('the browser of a blocked guest gets no new guest, and the account that the guest binds is blocked', async () => {
    const guest = await addGuest(app);
    const method = await renting.addCard(guest);
    await block(['account', 'device'], guest.user.id);
    expect(codeOf(await renting.start(guest, method))).toBe('accountBlocked');
    // The server still gives the guest a session, because the guest may have to return a charger.
    expect((await askForGuest(app, guest.cookie)).status).toBe(201);
    await (
      await textCode(app, rider.phone)
    )(guest.sessionId);
    expect(codeOf(await askForGuest(app, guest.cookie))).toBe('accountBlocked');
    expect(codeOf(await renting.start(rider, await methodOf(rider)))).toBe('accountBlocked');
    // The sign-in has moved the browser from the guest to the account. Both rider numbers show the
    // blocks, and an operator can end the blocks with either number.
    for (const number of [rider.user.id, guest.user.id]) {
      expect(await blocksOf(number)).toEqual(['account', 'device']);
    }
    expect((await act('unblock', { what: ['device'] })).status).toBe(200);
    expect((await act('unblock', { what: ['account'] }, guest.user.id)).status).toBe(200);
    expect(await blocksOf(rider.user.id)).toEqual([]);
    expect((await askForGuest(app, guest.cookie)).status).toBe(201);
    expect((await renting.start(rider, await methodOf(rider))).status).toBe(202);
    async function methodOf(one: Rider) {
      const { id } = await app.deps.db
        .selectFrom('payment_methods')
        .select('id')
        .where('user_id', '=', one.userId)
        .executeTakeFirstOrThrow();
      return id;
    }
  });

  test('no rental begins after the server has answered a block, even if both requests come at the same moment @slow', async () => {
    for (let round = 0; round < 4; round++) {
      rider = await signUp(app);
      renting = await Renting.at(app);
      const method = await renting.addCard(rider);
      const starting = renting.start(rider, method);
      const counted = block(['account']).then(() => countRentals());
      const [{ status }, rentals] = await Promise.all([starting, counted]);
      // A rental can succeed only if it was committed before the block.
      expect({ status, rentals }).toEqual(
        status === 202 ? { status, rentals: 1 } : { status: 403, rentals: 0 },
      );
      expect(await countRentals()).toBe(rentals);
    }
    async function countRentals() {
      const rows = await app.deps.db
        .selectFrom('rentals')
        .select('id')
        .where('user_id', '=', rider.userId)
        .execute();
      return rows.length;
    }
  });

  test('a credit up to the limit is booked once, and the ledger balances @slow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 5 }),
        async (amounts) => {
          rider = await signUp(app);
          let credited = 0;
          for (const amount of amounts) {
            const key = randomUUID();
            const isBelow = credited + amount <= 500;
            for (const repeated of [false, true]) {
              const { body } = await act('credit', { amount }, rider.user.id, key);
              const done = RiderCredited.safeParse(body).data;
              if (isBelow) expect(done).toMatchObject({ approval: null, repeated });
              if (isBelow && !repeated) credited += amount;
            }
          }
          expect(await wallet()).toMatchObject({ bonus: usd(credited), topUp: usd(0) });
          expect(await auditLedger(app.deps.db)).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });

  test('a credit above the limit is booked when a second operator approves it', async () => {
    const { approval } = RiderCredited.parse((await act('credit', { amount: 501 })).body);
    expect(approval).toMatchObject({ action: 'rider.credit', requestedBy: 'Sue', state: 'open' });
    expect((await wallet()).bonus).toEqual(usd(0));
    expect(refusalOf(await act('credit', { amount: 700 }))).toMatchObject({
      code: 'approvalPending',
    });
    const approve = (key: string) => ops.call(`approvals/${approval?.id}/approve`, { why }, key);
    expect(refusalOf(await approve(keys.support))).toMatchObject({ code: 'roleMissing' });
    expect((await approve(keys.finance)).status).toBe(200);
    expect(refusalOf(await approve(keys.finance))).toMatchObject({ code: 'approvalClosed' });
    expect((await wallet()).bonus).toEqual(usd(501));
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('credits above the limit that are requested at the same time store one request', async () => {
    const asked = await Promise.all(
      [501, 502, 503, 504].map((amount) => act('credit', { amount })),
    );
    const refused = asked.filter(({ status }) => status !== 200).map(refusalOf);
    const pending = { status: 409, code: 'approvalPending' };
    expect(refused).toEqual([pending, pending, pending]);
  });

  test('a guest gets no credit', async () => {
    const guest = await addGuest(app);
    expect(refusalOf(await act('credit', { amount: 100 }, guest.user.id))).toMatchObject({
      status: 409,
      code: 'riderNotPossible',
    });
  });

  test('data is exported and erased on request, also for a blocked rider, and the block stays @slow', async () => {
    const data = RiderData.parse((await act('export', {})).body);
    expect(data.user).toMatchObject({ id: rider.user.id, phone: rider.phone });
    const method = await renting.addCard(rider);
    await renting.start(rider, method);
    await renting.settle();
    expect(refusalOf(await act('erase', {}))).toMatchObject({ code: 'riderNotPossible' });
    await renting.bringBack(1);
    await block(['account', 'phone']);
    const key = randomUUID();
    const erased = { number: rider.user.id };
    expect((await act('erase', {}, rider.user.id, key)).body).toEqual({
      ...erased,
      repeated: false,
    });
    expect((await act('erase', {}, rider.user.id, key)).body).toEqual({
      ...erased,
      repeated: true,
    });
    expect(await find({ phone: rider.phone })).toEqual([]);
    expect(await find({ rider: rider.user.id })).toMatchObject([{ phone: null, cards: [] }]);
    const codes = { method: 'POST', body: { phone: rider.phone, language: 'en' } };
    expect(codeOf(await app.call(paths.codes, codes))).toBe('accountBlocked');
    expect((await ops.actions(rider.user.id)).map(({ action }) => action)).toEqual([
      'rider.export',
      'rider.block',
      'rider.erase',
    ]);
  });

  test('an order is refunded without a case of the rider @slow', async () => {
    const order = await renting.rent(rider, await renting.addCard(rider), 90);
    const key = randomUUID();
    const refund = (amount: number | 'all', again: string) =>
      ops.call(`orders/${order.number}/refund`, { amount, why }, keys.finance, again);
    const first = await refund(100, key);
    expect(first.body).toMatchObject({
      case: { kind: 'operator', state: 'closed', closedBy: 'Fin', order: order.number },
      approval: null,
      repeated: false,
    });
    expect((await refund(100, key)).body).toMatchObject({ repeated: true });
    await app.deps.outbox.idle();
    const path = fillPath(paths.order, { id: order.id });
    const { total } = Order.parse((await app.call(path, { session: rider.sessionId })).body);
    expect(total?.amount).toBe((order.total?.amount ?? 0) - 100);
    expect(refusalOf(await refund((order.total?.amount ?? 0) + 1, randomUUID()))).toMatchObject({
      code: 'amountTooLarge',
    });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a top-up is refunded without a case of the rider', async () => {
    const paymentMethodId = await renting.addCard(rider);
    const body = { amount: usd(2000), bonus: usd(400), paymentMethodId };
    const { number } = TopUp.parse((await post(paths.topUps, rider.sessionId, body)).body);
    await app.deps.outbox.idle();
    const done = await ops.call(`top-ups/${number}/refund`, { amount: 500, why }, keys.support);
    expect(done.body).toMatchObject({ case: { topUp: number, outcome: { amount: 500 } } });
    await app.deps.outbox.idle();
    expect((await wallet()).topUp).toEqual(usd(1500));
    expect(await find({ order: number })).toMatchObject([{ number: rider.user.id }]);
  });
});
