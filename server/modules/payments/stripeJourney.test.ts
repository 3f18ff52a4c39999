import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod, PaymentMethodList } from '../../../contract/payment.ts';
import { TopUp, Wallet } from '../../../contract/wallet.ts';
import { MovableClock } from '../../time/clock.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { createStripeProvider } from '../../providers/payments/stripe/stripeProvider.ts';
import { Outbox } from '../../outbox/outbox.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { giveCoupon } from '../../testing/coupons.ts';
import { createTestDatabase, preferredEngine } from '../../testing/database.ts';
import { Renting } from '../../testing/renting.ts';
import type { Typed } from '../../testing/stripe/account.ts';
import { FakeStripe } from '../../testing/stripe/fakeStripe.ts';
import { textOf } from '../../testing/stripe/form.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { applyMinimumCharges } from '../rental/bill/minimumCharges.ts';
import { RentalTimers } from '../rental/timers.ts';
import { createCustomerStore } from './customers.ts';
import { createKeyStore } from './providerKeys.ts';

/** These tests call the whole server over HTTP, and the server calls a fake of Stripe's API over HTTP. */
let database: OpenDatabase;
let stripe: FakeStripe;
let payments: PaymentProvider;
let app: TestApp;
let renting: Renting;

beforeAll(async () => {
  [database, stripe] = await Promise.all([createTestDatabase(preferredEngine), FakeStripe.start()]);
  const clock = new MovableClock();
  const { secretKey, publishableKey, webhookSecret, url } = stripe;
  payments = createStripeProvider({
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    url,
    sheets: ['payPal'],
    returnUrl: 'https://go.example/home',
    clock,
    customers: createCustomerStore(database.db, 'stripe'),
    keys: createKeyStore(database.db, clock, 'stripe'),
  });
  app = await startTestApp({ db: database.db, clock, payments, env: { GOCASH_REFUNDABLE: '1' } });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
  await applyMinimumCharges(app.deps);
});
afterAll(async () => {
  await app.close();
  await Promise.all([database.close(), stripe.close()]);
});

async function addMethod(rider: Rider, typed: Typed = {}): Promise<PaymentMethod> {
  return saveSetup(rider, await finishSetup(rider, typed));
}

/** Enters a card or account, and returns the id of the setup. */
async function finishSetup({ userId }: Rider, typed: Typed = {}): Promise<string> {
  const kind = typed.payPal ? 'payPal' : 'card';
  const setup = await payments.beginSetup({ key: randomUUID(), customer: userId, kind });
  if (setup?.outcome !== 'ready') throw new Error('no setup');
  stripe.account.finishSetup(setup.id, typed);
  return setup.id;
}

async function saveSetup({ sessionId: session }: Rider, token: string): Promise<PaymentMethod> {
  const body = { token, country: 'US', postalCode: '60601', makeDefault: true };
  const options = { method: 'POST', session, key: randomUUID(), body };
  return PaymentMethod.parse((await app.call(paths.paymentMethods, options)).body);
}

async function orderOf({ sessionId: session }: Rider, id: string): Promise<Order> {
  return Order.parse((await app.call(fillPath(paths.order, { id }), { session })).body);
}

async function casesOf(rentalId: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('support_cases')
    .select('kind')
    .where('rental_id', '=', rentalId)
    .execute();
  return rows.map(({ kind }) => kind);
}

const intentsOf = (number: string) =>
  [...stripe.account.intents.values()]
    .filter(({ metadata }) => metadata['order'] === number)
    .map(({ capture_method, status, amount, amount_received }) => ({
      capture_method,
      status,
      amount,
      amount_received,
    }))
    .toSorted((a, b) => a.amount - b.amount);

/** The calls to Stripe that create, change or refund the payments of an order, in chronological order. */
function callsAbout(number: string): string[] {
  const ids = [...stripe.account.intents.values()]
    .filter(({ metadata }) => metadata['order'] === number)
    .map(({ id }) => id);
  const made = stripe.calls.flatMap(({ method, path, form }) => {
    if (method !== 'POST') return [];
    const action = /^\/v1\/payment_intents(?:\/(\w+)\/(\w+))?$/.exec(path);
    if (action && action[1] === undefined) return form['description'] === number ? ['create'] : [];
    if (action && ids.includes(action[1] ?? '')) return [action[2] ?? ''];
    return path === '/v1/refunds' && ids.includes(textOf(form, 'payment_intent') ?? '')
      ? ['refund']
      : [];
  });
  return made;
}

test('a whole rental makes one payment with one capture, and the card statement names the order', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  expect(card).toMatchObject({ kind: 'card', brand: 'visa', last4: '4242' });
  const order = await renting.rent(rider, card.id, 90);
  expect(order.status).toBe('complete');
  expect(intentsOf(order.number)).toEqual([
    { capture_method: 'manual', status: 'succeeded', amount: 2100, amount_received: 300 },
  ]);
  expect(callsAbout(order.number)).toEqual(['create', 'capture']);
  const intent = [...stripe.account.intents.values()].at(-1);
  expect(intent?.statement_descriptor_suffix).toBe(order.number.replace('-', ''));
  expect(await auditLedger(database.db)).toEqual([]);
});

test('a return within the grace time and a failed eject capture nothing @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  const soon = await renting.rent(rider, card.id, 4);
  expect(soon).toMatchObject({ status: 'complete', total: { amount: 0 } });
  expect(callsAbout(soon.number)).toEqual(['create', 'cancel']);

  renting.cabinet.behaviour.jams = true;
  const { id, number } = Order.parse((await renting.start(rider, card.id)).body);
  await renting.settle();
  renting.cabinet.behaviour.jams = false;
  expect(await orderOf(rider, id)).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
  expect(callsAbout(number)).toEqual(['create', 'cancel']);
  expect(intentsOf(number)).toMatchObject([{ status: 'canceled', amount_received: 0 }]);
  expect(await auditLedger(database.db)).toEqual([]);
});

test('the whole hold is captured once after a day, and a later return refunds the rest once', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  const { id, number } = Order.parse((await renting.start(rider, card.id)).body);
  await renting.settle();
  const timers = new RentalTimers(app.deps);
  app.deps.clock.advance(24 * 3600);
  await timers.runDue();
  await renting.settle();
  expect(callsAbout(number)).toEqual(['create', 'capture']);
  expect(intentsOf(number)).toMatchObject([{ amount: 2100, amount_received: 2100 }]);

  app.deps.clock.advance(5.5 * 3600);
  const again = await signUp(app, rider.phone);
  await renting.bringBack((await orderOf(again, id)).slot ?? 0);
  // The bill consists of the cap of a day, six started hours and the unlock fee.
  expect(await orderOf(again, id)).toMatchObject({ status: 'complete', paid: { amount: 1700 } });
  expect(callsAbout(number)).toEqual(['create', 'capture', 'refund']);
  expect(await auditLedger(database.db)).toEqual([]);
});

test('a PayPal payment has no text for a card statement', async () => {
  const rider = await signUp(app);
  const method = await addMethod(rider, { payPal: { email: 'ada@example.com', payer: 'ADA-2' } });
  const order = await renting.rent(rider, method.id, 90);
  expect(order.status).toBe('complete');
  expect(intentsOf(order.number)).toMatchObject([{ amount: 2100, amount_received: 300 }]);
  expect([...stripe.account.intents.values()].at(-1)?.statement_descriptor_suffix).toBeNull();
});

test('Stripe gets no amount below its minimum charge: a small fee is held with the deposit, and a small bill is waived @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  await giveCoupon(database.db, rider.userId, { amount: 60 });
  const waiting = await renting.rent(rider, card.id, 90);
  expect(waiting).toMatchObject({ status: 'complete', total: { amount: 240 } });
  expect(intentsOf(waiting.number)).toMatchObject([{ amount: 2040, amount_received: 240 }]);
  await giveCoupon(database.db, rider.userId, { amount: 270 });
  const waived = await renting.rent(rider, card.id, 90);
  expect(waived).toMatchObject({ status: 'complete', waived: { amount: 30 }, due: { amount: 0 } });
  expect(intentsOf(waived.number)).toMatchObject([{ status: 'canceled', amount_received: 0 }]);
  expect(await auditLedger(database.db)).toEqual([]);
});

test('every payment completes after lost answers, and no call has a second effect @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  for (const path of [/payment_intents$/, /\/capture$/]) {
    stripe.faults.push({ kind: 'cut', after: true, path, method: 'POST' });
  }
  const started = Order.parse((await renting.start(rider, card.id)).body);
  const settle = async () => {
    for (let i = 0; i < 3; i++) {
      await renting.settle();
      app.deps.clock.advance(2);
    }
  };
  await settle();
  app.deps.clock.advance(90 * 60);
  await renting.bringBack((await orderOf(rider, started.id)).slot ?? 0);
  await settle();
  const order = await orderOf(rider, started.id);
  expect(stripe.faults).toEqual([]);
  expect(order.status).toBe('complete');
  expect(intentsOf(order.number)).toMatchObject([{ amount: 2100, amount_received: 300 }]);
});

test('a rental is delayed by only seconds if Stripe stored an error without an effect', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  stripe.faults.push({ kind: 'error', path: /payment_intents$/, method: 'POST' });
  const { id, number } = Order.parse((await renting.start(rider, card.id)).body);
  for (let round = 0; round < 4; round++) {
    await renting.settle();
    app.deps.clock.advance(1);
  }
  const order = await orderOf(rider, id);
  expect(order.status).toBe('charging');
  expect(intentsOf(number)).toHaveLength(1);
  app.deps.clock.advance(60 * 60);
  await renting.bringBack(order.slot ?? 0);
  await renting.settle();
});

test('a payment fails and opens a case if Stripe answers with errors repeatedly @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  for (let i = 0; i < 5; i++) {
    stripe.faults.push({ kind: 'error', path: /payment_intents$/, method: 'POST' });
  }
  const { id, number } = Order.parse((await renting.start(rider, card.id)).body);
  for (let round = 0; round < 6; round++) {
    await renting.settle();
    app.deps.clock.advance(10);
  }
  expect(await orderOf(rider, id)).toMatchObject({ state: 'failed', failure: 'paymentDeclined' });
  expect(intentsOf(number)).toEqual([]);
  expect(await casesOf(id)).toEqual(['providerFailed']);
});

test('a card that needs a confirmation asks for the confirmation once @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider, { habit: 'authentication', last4: '3155' });
  const { id, number } = Order.parse((await renting.start(rider, card.id)).body);
  await app.deps.outbox.idle();
  const { action } = await orderOf(rider, id);
  const page = await fetch(action?.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ answer: 'yes' }),
    redirect: 'manual',
  });
  expect(page.headers.get('location')).toBe('https://go.example/home');
  app.deps.clock.advance(3);
  await renting.settle();
  const order = await orderOf(rider, id);
  expect(order).toMatchObject({ status: 'charging', action: null });
  app.deps.clock.advance(90 * 60);
  await renting.bringBack(order.slot ?? 0);
  expect(await orderOf(rider, id)).toMatchObject({ status: 'complete', action: null });
  expect(intentsOf(number)).toMatchObject([{ status: 'succeeded', amount_received: 300 }]);
});

test('GoCash is topped up by PayPal', async () => {
  const rider = await signUp(app);
  const method = await addMethod(rider, { payPal: { email: 'ada@example.com', payer: 'ADA' } });
  expect(method).toMatchObject({ kind: 'payPal', label: 'a•••@example.com', last4: '' });
  const { sessionId: session } = rider;
  const { offers } = Wallet.parse((await app.call(paths.wallet, { session })).body);
  const [offer] = offers;
  if (!offer) throw new Error('nothing is offered');
  const body = { ...offer, paymentMethodId: method.id };
  const options = { method: 'POST', session, key: randomUUID(), body };
  const { id, number } = TopUp.parse((await app.call(paths.topUps, options)).body);
  await app.deps.outbox.idle();
  const topUp = await app.call(fillPath(paths.topUp, { id }), { session });
  expect(TopUp.parse(topUp.body).state).toBe('credited');
  expect(intentsOf(number)).toMatchObject([{ status: 'succeeded', amount: offer.amount.amount }]);
  expect(Wallet.parse((await app.call(paths.wallet, { session })).body).total.amount).toBe(
    offer.amount.amount + offer.bonus.amount,
  );
  expect(await auditLedger(database.db)).toEqual([]);
});

test('a refund that fails days later returns the GoCash to the wallet, once per refund @slow', async () => {
  const rider = await signUp(app);
  const method = await addMethod(rider);
  const { sessionId: session } = rider;
  const wallet = async () => Wallet.parse((await app.call(paths.wallet, { session })).body);
  const [offer] = (await wallet()).offers;
  if (!offer) throw new Error('nothing is offered');
  const refunds: (typeof stripe.account.refunds)[number][] = [];
  for (let round = 0; round < 2; round++) {
    const body = { ...offer, paymentMethodId: method.id };
    await app.call(paths.topUps, { method: 'POST', session, key: randomUUID(), body });
    await app.deps.outbox.idle();
    await app.call(paths.walletRefund, { method: 'POST', session, key: randomUUID(), body: {} });
    await app.deps.outbox.idle();
    const refund = stripe.account.refunds.at(-1);
    if (!refund) throw new Error('nothing was refunded');
    refunds.push(refund);
  }
  expect((await wallet()).total.amount).toBe(0);

  const url = app.url + fillPath(paths.paymentWebhook, { provider: 'stripe' });
  for (const refund of refunds) {
    for (let time = 0; time < 2; time++) {
      stripe.account.failRefund(refund);
      await stripe.deliver(url, app.deps.clock.now());
    }
  }
  await app.deps.outbox.idle();
  expect(await wallet()).toMatchObject({
    topUp: { amount: 2 * offer.amount.amount },
    bonus: { amount: 2 * offer.bonus.amount },
  });
  const cases = await database.db
    .selectFrom('support_cases')
    .select('details')
    .where('kind', '=', 'refundRefused')
    .execute();
  // The two refunds are processed concurrently, so their cases are in any order.
  expect(cases).toHaveLength(refunds.length);
  for (const { id } of refunds) {
    expect(cases).toContainEqual({ details: expect.objectContaining({ refund: id }) });
  }
  expect(await auditLedger(database.db)).toEqual([]);
});

/** The rider's payment methods at Stripe, as a list of expiry years. */
async function attachedOf({ userId }: Rider): Promise<(number | undefined)[]> {
  const { customer } = await database.db
    .selectFrom('payment_customers')
    .select('customer')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return [...stripe.account.methods.values()]
    .filter((method) => method.customer === customer)
    .map(({ card }) => card?.exp_year);
}

test('a renewed card replaces the old card at Stripe, and a card that is added twice is there once', async () => {
  const rider = await signUp(app);
  await addMethod(rider);
  const renewed = await addMethod(rider, { expiryYear: 2036 });
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toEqual([2036]);
  expect((await addMethod(rider, { expiryYear: 2036 })).id).toBe(renewed.id);
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toEqual([2036]);
  // The card that stays can still be charged.
  expect((await renting.rent(rider, renewed.id, 90)).status).toBe('complete');
});

test('a card stays at Stripe if its setup arrives twice, also if the bank renewed the card meanwhile', async () => {
  const rider = await signUp(app);
  const setup = await finishSetup(rider);
  const { id } = await saveSetup(rider, setup);
  stripe.renew(stripe.account.setups.get(setup)?.payment_method ?? '', 3, 2037);
  expect(await saveSetup(rider, setup)).toMatchObject({ id, expiryMonth: 3, expiryYear: 2037 });
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toEqual([2037]);
});

test('a card that pays a rental is detached only after the rental, if a renewed card replaces it @slow', async () => {
  const rider = await signUp(app);
  const card = await addMethod(rider);
  const { id, slot } = Order.parse((await renting.start(rider, card.id)).body);
  await renting.settle();
  await addMethod(rider, { expiryYear: 2036 });
  await renting.settle();
  expect(await attachedOf(rider)).toEqual([2031, 2036]);
  app.deps.clock.advance(30 * 60);
  await renting.bringBack(slot ?? 0);
  expect((await orderOf(rider, id)).status).toBe('complete');
  app.deps.clock.advance(60 * 60);
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toEqual([2036]);
});

test('a server of an earlier version leaves replaced cards alone, and detaches removed ones @slow', async () => {
  const rider = await signUp(app);
  const { sessionId: session } = rider;
  const first = await addMethod(rider);
  const renewed = await addMethod(rider, { expiryYear: 2036 });
  const copy = await finishSetup(rider, { expiryYear: 2036 });
  await saveSetup(rider, copy);
  const path = fillPath(paths.paymentMethod, { id: renewed.id });
  await app.call(path, { method: 'DELETE', session, key: randomUUID() });
  const jobOf = (key: string) =>
    database.db.selectFrom('outbox').select(['kind', 'payload']).where('key', '=', key).execute();
  const copied = stripe.account.setups.get(copy)?.payment_method ?? '';
  const replaced = 'payment.detachReplaced';
  expect(await jobOf(`detach:${first.id}`)).toMatchObject([{ kind: replaced }]);
  expect(await jobOf(`detachCard:${copied}`)).toMatchObject([{ kind: replaced }]);
  expect(await jobOf(`detach:${renewed.id}`)).toEqual([
    { kind: 'payment.detach', payload: { methodId: renewed.id } },
  ]);
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toEqual([]);
});

test('a PayPal account that is linked again is charged through its new agreement, and its running rental through the old one @slow', async () => {
  const rider = await signUp(app);
  const account = { payPal: { email: 'ada@example.com', payer: 'ADA-3' } };
  const old = await addMethod(rider, account);
  const { id, slot } = Order.parse((await renting.start(rider, old.id)).body);
  await renting.settle();
  const setup = await finishSetup(rider, account);
  const linked = await saveSetup(rider, setup);
  expect(linked.id).not.toBe(old.id);
  const { sessionId: session } = rider;
  const { methods } = PaymentMethodList.parse(
    (await app.call(paths.paymentMethods, { session })).body,
  );
  expect(methods).toMatchObject([{ id: linked.id, isDefault: true }]);
  // Saving the same setup again adds no entry.
  expect((await saveSetup(rider, setup)).id).toBe(linked.id);
  await renting.settle();
  app.deps.clock.advance(30 * 60);
  await renting.bringBack(slot ?? 0);
  expect((await orderOf(rider, id)).status).toBe('complete');
  const next = await renting.rent(rider, linked.id, 90);
  expect(next.status).toBe('complete');
  const fresh = stripe.account.setups.get(setup)?.payment_method;
  expect(
    [...stripe.account.intents.values()]
      .filter(({ metadata }) => metadata['order'] === next.number)
      .map(({ payment_method }) => payment_method),
  ).toEqual([fresh]);
  app.deps.clock.advance(60 * 60);
  await app.deps.outbox.idle();
  expect(await attachedOf(rider)).toHaveLength(2);
});

test('the deletion of an account deletes the customer at Stripe, also after a lost answer and a restart', async () => {
  const rider = await signUp(app);
  await addMethod(rider);
  await addMethod(rider, { payPal: { email: 'ana@example.com', payer: 'payer-1' } });
  const customerOf = () =>
    database.db
      .selectFrom('payment_customers')
      .select('customer')
      .where('user_id', '=', rider.userId)
      .executeTakeFirst();
  const { customer = '' } = (await customerOf()) ?? {};
  expect(stripe.account.customers.has(customer)).toBe(true);

  stripe.faults.push({ kind: 'cut', after: true, path: /^\/v1\/customers\//, method: 'DELETE' });
  const removed = await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
  expect(removed.status).toBe(204);
  await app.deps.outbox.idle();
  // Stripe has deleted the customer, but the answer to the call is lost.
  expect(stripe.account.customers.has(customer)).toBe(false);
  expect(await customerOf()).toEqual({ customer });

  // The process was killed after its call to Stripe, and another process takes over the job.
  const restarted = new Outbox({ db: database.db, clock: app.deps.clock, log: app.deps.log });
  registerOrderJobs({ ...app.deps, outbox: restarted });
  app.deps.clock.advance(61);
  await restarted.idle();
  expect(await customerOf()).toBeUndefined();
  expect(stripe.callsTo(/^\/v1\/customers\//, 'DELETE')).toHaveLength(2);
  const left = [...stripe.account.methods.values()].filter((one) => one.customer === customer);
  expect(left).toEqual([]);

  // A setup that calls the provider only after the deletion does not create a customer again.
  const late = payments.beginSetup({ key: randomUUID(), customer: rider.userId });
  await expect(late).rejects.toThrow('signInRequired');
  expect(await customerOf()).toBeUndefined();
});
