import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '../../../../contract/errors.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { PaymentMethod, PaymentMethodList } from '../../../../contract/payment.ts';
import { registerOrderJobs } from '../../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';

const visa = { country: 'US', postalCode: '60601' };

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    payments.lose = () => null;
    renting = await Renting.at(app);
    rider = await signUp(app);
  });

  test('each kind of payment method is saved with the data from the provider', async () => {
    expect(await add('card')).toMatchObject({ kind: 'card', last4: '4242', ...visa, label: null });
    expect(await add('applePay', {})).toMatchObject({ kind: 'applePay', last4: '4242', ...visa });
    expect(await add('googlePay', {})).toMatchObject({ kind: 'googlePay', expiryYear: 2031 });
    expect(await add('payPal', {})).toMatchObject({
      kind: 'payPal',
      brand: 'paypal',
      last4: '',
      label: 'a•••@example.com',
      expiryMonth: null,
      expiryYear: null,
      country: '',
    });
    expect((await list()).map(({ kind }) => kind).toSorted()).toEqual([
      'applePay',
      'card',
      'googlePay',
      'payPal',
    ]);
  });

  test.each([
    [{}, 'body.country'],
    [{ postalCode: '60601' }, 'body.country'],
    [{ country: 'ZZ', postalCode: '60601' }, 'body.country'],
    [{ country: 'us', postalCode: '60601' }, 'body.country'],
    [{ country: 'US' }, 'body.postalCode'],
    [{ country: 'US', postalCode: '6060' }, 'body.postalCode'],
    [{ country: 'CA', postalCode: '60601' }, 'body.postalCode'],
    [{ country: 'DE', postalCode: '0123456789012' }, 'body.postalCode'],
  ])('a card with the billing address %j is refused', async (address, field) => {
    expect(await problemOf(post(tokenOf('card'), address))).toMatchObject({
      code: 'invalidInput',
      fields: [field],
    });
    expect(await list()).toEqual([]);
  });

  test('after a wrong postal code, the same token works with the right postal code', async () => {
    const token = tokenOf('card');
    expect((await post(token, { country: 'CA', postalCode: '1' })).status).toBe(400);
    const { body } = await post(token, { country: 'CA', postalCode: ' k1a 0b1' });
    expect(PaymentMethod.parse(body)).toMatchObject({ country: 'CA', postalCode: 'K1A 0B1' });
  });

  test('a card from a country without postal codes needs no postal code', async () => {
    expect(await add('card', { country: 'HK' })).toMatchObject({ country: 'HK', postalCode: '' });
  });

  test('a new expiry date or address is saved at the provider, and then in the database', async () => {
    const { id } = await add('card');
    const before = payments.edits.length;
    const change = { expiryMonth: 1, expiryYear: 2040, country: 'GB', postalCode: 'sw1a 1aa' };
    const key = randomUUID();
    const first = await patch(id, change, key);
    const changed = { ...change, postalCode: 'SW1A 1AA' };
    expect(PaymentMethodList.parse(first.body).methods).toMatchObject([changed]);
    expect(await list()).toMatchObject([changed]);
    expect(payments.edits.slice(before)).toMatchObject([{ card: 'pays', ...changed }]);
    expect(await patch(id, change, key)).toMatchObject({ status: 200, body: first.body });
    expect(payments.edits).toHaveLength(before + 1);
    await patch(id, { postalCode: 'M1 1AE' });
    expect(await list()).toMatchObject([{ ...changed, postalCode: 'M1 1AE' }]);
  });

  test.each([
    [{ expiryYear: 2020 }, ['body.expiryYear']],
    [{ expiryMonth: 10, expiryYear: 2020 }, ['body.expiryMonth', 'body.expiryYear']],
    [{ expiryMonth: 13 }, ['body.expiryMonth']],
    [{ postalCode: '1' }, ['body.postalCode']],
    [{ country: 'GB' }, ['body.postalCode']],
    [{ country: 'QQ' }, ['body.country']],
  ])('the server refuses the change %j', async (change, fields) => {
    const { id } = await add('card');
    const before = payments.edits.length;
    expect(await problemOf(patch(id, change))).toMatchObject({ code: 'invalidInput', fields });
    expect(payments.edits).toHaveLength(before);
  });

  test('a card is valid until the last day of its month', async () => {
    const { id } = await add('card');
    const now = app.deps.clock.now();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
    expect((await patch(id, { expiryMonth: month, expiryYear: year })).status).toBe(200);
    const last = month === 1 ? { month: 12, year: year - 1 } : { month: month - 1, year };
    const past = await patch(id, { expiryMonth: last.month, expiryYear: last.year });
    expect(past.status).toBe(400);
  });

  test('a PayPal account does not expire', async () => {
    const { id } = await add('payPal', {});
    expect(await problemOf(patch(id, { expiryMonth: 1, expiryYear: 2040 }))).toMatchObject({
      code: 'invalidInput',
    });
  });

  test('an edit without an answer from the provider changes nothing in the database, and a retry with the same key succeeds', async () => {
    const { id } = await add('card');
    const before = payments.edits.length;
    const key = randomUUID();
    payments.lose = () => 'after';
    const change = { expiryMonth: 2, expiryYear: 2041 };
    expect(await problemOf(patch(id, change, key))).toMatchObject({
      code: 'paymentProviderUnavailable',
    });
    expect(await list()).toMatchObject([{ expiryYear: 2031 }]);
    payments.lose = () => null;
    expect((await patch(id, change, key)).status).toBe(200);
    expect(await list()).toMatchObject([change]);
    expect(payments.edits).toHaveLength(before + 1);
  });

  test('exactly one method is the default: the last one that the rider chose', async () => {
    const [first, second] = [await add('card'), await add('payPal', {})];
    expect(await defaults()).toEqual([first.id]);
    const key = randomUUID();
    const answer = await makeDefault(second.id, key);
    expect(PaymentMethodList.parse(answer.body).methods[0]?.id).toBe(second.id);
    expect(await defaults()).toEqual([second.id]);
    await makeDefault(first.id);
    // A repeated request gets the stored answer and changes nothing.
    expect((await makeDefault(second.id, key)).body).toEqual(answer.body);
    expect(await defaults()).toEqual([first.id]);
    await Promise.all([makeDefault(first.id), makeDefault(second.id), makeDefault(first.id)]);
    expect(await defaults()).toHaveLength(1);
  });

  test('the removal of the default method requires another method as the next default, and sets it', async () => {
    const [first, second] = [await add('card'), await add('applePay', {})];
    expect(await problemOf(remove(first.id))).toMatchObject({
      status: 409,
      code: 'defaultRequired',
    });
    expect(await problemOf(remove(first.id, first.id))).toMatchObject({ code: 'invalidInput' });
    expect(await list()).toHaveLength(2);
    const key = randomUUID();
    const done = await remove(first.id, second.id, key);
    expect(PaymentMethodList.parse(done.body).methods).toMatchObject([
      { id: second.id, isDefault: true },
    ]);
    expect(await remove(first.id, second.id, key)).toMatchObject({ status: 200, body: done.body });
    expect(await problemOf(remove(first.id, second.id))).toMatchObject({
      code: 'paymentMethodNotFound',
    });
    // The removal of the last method needs no next default.
    expect((await remove(second.id)).body).toEqual({ methods: [] });
  });

  test('the removal of a method detaches it at the provider and deletes its personal data', async () => {
    const token = tokenOf('card');
    const { id } = PaymentMethod.parse((await post(token, visa)).body);
    await app.deps.outbox.idle();
    const before = payments.detached.length;
    payments.lose = () => 'before';
    expect((await remove(id)).status).toBe(200);
    await app.deps.outbox.idle();
    expect(payments.detached).toHaveLength(before);
    payments.lose = () => null;
    app.deps.clock.advance(60);
    await app.deps.outbox.idle();
    expect(payments.detached).toHaveLength(before + 1);
    const row = await app.deps.db
      .selectFrom('payment_methods')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      provider_card: '',
      name_on_card: '',
      postal_code: '',
      country: '',
    });
    expect(row).toMatchObject({
      brand: 'visa',
      last4: '4242',
      fingerprint: `fingerprint-${token}`,
    });
  });

  test('a method that pays an order cannot be removed until the order is complete @slow', async () => {
    const { id } = await add('card');
    const other = await add('card');
    await renting.start(rider, id);
    for (const step of [async () => undefined, () => renting.settle()]) {
      await step();
      expect(await problemOf(remove(id, other.id))).toMatchObject({
        status: 409,
        code: 'methodInUse',
      });
    }
    expect(await list()).toHaveLength(2);
    app.deps.clock.advance(600);
    await renting.bringBack(1);
    expect((await remove(id, other.id)).status).toBe(200);
  });

  test('a method whose payment failed can be removed, but a method with a pending payment cannot @slow', async () => {
    const { id: failing } = await add('card', visa, 'failsLater');
    const asking = await add('card', visa, 'wantsAction');
    const { id: order, state } = await renting.rent(rider, failing, 90);
    expect(state).toBe('unpaid');
    const pay = { method: 'POST', session: rider.sessionId, key: randomUUID() };
    const body = { paymentMethodId: asking.id };
    await app.call(fillPath(paths.payOrder, { id: order }), { ...pay, body });
    await app.deps.outbox.idle();
    expect(await problemOf(remove(asking.id))).toMatchObject({ code: 'methodInUse' });
    expect((await remove(failing, asking.id)).status).toBe(200);
    payments.confirmAll(true);
    app.deps.clock.advance(5);
    await app.deps.outbox.idle();
    expect((await remove(asking.id)).status).toBe(200);
  });

  test('a method that pays a pending top-up cannot be removed', async () => {
    const { id } = await add('card');
    await app.deps.db
      .insertInto('top_ups')
      .values({
        id: randomUUID(),
        number: randomUUID(),
        user_id: rider.userId,
        payment_method_id: id,
        state: 'requested',
        currency: 'USD',
        amount: 1000,
        bonus: 0,
        created_at: app.deps.clock.now(),
      })
      .execute();
    expect(await problemOf(remove(id))).toMatchObject({ code: 'methodInUse' });
  });

  test('only one of a concurrent payment and removal succeeds', async () => {
    const { id } = await add('card');
    const [started, removed] = await Promise.all([renting.start(rider, id), remove(id)]);
    expect([started.status, removed.status]).toEqual(
      started.status === 202 ? [202, 409] : [404, 200],
    );
  });

  test('no call finds the methods of another rider', async () => {
    const { id } = await add('card');
    const owner = rider;
    rider = await signUp(app);
    const own = await add('card');
    const found = await Promise.all([
      problemOf(patch(id, { expiryYear: 2040 })),
      problemOf(makeDefault(id)),
      problemOf(remove(id)),
      problemOf(remove(own.id, id)),
    ]);
    for (const problem of found) {
      expect(problem).toMatchObject({ status: 404, code: 'paymentMethodNotFound' });
    }
    expect(await list()).toMatchObject([{ id: own.id, isDefault: true }]);
    rider = owner;
    expect(await list()).toMatchObject([{ id, isDefault: true }]);
  });

  test('every change of a method needs an idempotency key and a session', async () => {
    const { id } = await add('card');
    const { sessionId: session } = rider;
    const calls = [
      ['PATCH', fillPath(paths.paymentMethod, { id }), {}],
      ['DELETE', fillPath(paths.paymentMethod, { id }), undefined],
      ['POST', fillPath(paths.defaultMethod, { id }), undefined],
      ['POST', paths.paymentSetups, { kind: 'card' }],
    ] as const;
    for (const [method, path, body] of calls) {
      expect(await problemOf(app.call(path, { method, body, session }))).toMatchObject({
        code: 'idempotencyKeyRequired',
      });
      expect(await problemOf(app.call(path, { method, body, key: randomUUID() }))).toMatchObject({
        code: 'signInRequired',
      });
    }
  });

  test('a provider with its own form needs no setup of a payment method', async () => {
    const { sessionId: session } = rider;
    const body = { kind: 'card' };
    const options = { method: 'POST', session, key: randomUUID(), body };
    expect(await problemOf(app.call(paths.paymentSetups, options))).toMatchObject({
      code: 'notFound',
    });
  });

  function tokenOf(kind: string, habit = 'pays'): string {
    return `tok_${habit}_${kind}_${randomUUID()}`;
  }

  function post(token: string, address: object) {
    const body = { token, ...address, makeDefault: false };
    const { sessionId: session } = rider;
    return app.call(paths.paymentMethods, { method: 'POST', session, key: randomUUID(), body });
  }

  async function add(kind: string, address: object = visa, habit = 'pays'): Promise<PaymentMethod> {
    return PaymentMethod.parse((await post(tokenOf(kind, habit), address)).body);
  }

  async function list(): Promise<PaymentMethod[]> {
    const { body } = await app.call(paths.paymentMethods, { session: rider.sessionId });
    return PaymentMethodList.parse(body).methods;
  }

  async function defaults(): Promise<string[]> {
    return (await list()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
  }

  function patch(id: string, body: object, key: string = randomUUID()) {
    const path = fillPath(paths.paymentMethod, { id });
    return app.call(path, { method: 'PATCH', session: rider.sessionId, key, body });
  }

  function makeDefault(id: string, key: string = randomUUID()) {
    const path = fillPath(paths.defaultMethod, { id });
    return app.call(path, { method: 'POST', session: rider.sessionId, key });
  }

  function remove(id: string, nextDefault?: string, key: string = randomUUID()) {
    const query = nextDefault === undefined ? '' : `?nextDefault=${nextDefault}`;
    const path = `${fillPath(paths.paymentMethod, { id })}${query}`;
    return app.call(path, { method: 'DELETE', session: rider.sessionId, key });
  }
});

async function problemOf(answer: Promise<{ body: unknown }>): Promise<Problem> {
  return Problem.parse((await answer).body);
}
