import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '../../../../contract/errors.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { PaymentMethod } from '../../../../contract/payment.ts';
import { TopUp } from '../../../../contract/wallet.ts';
import { registerOrderJobs } from '../../../composition.ts';
import { cleanUp } from '../../../jobs/housekeeping.ts';
import {
  signUp,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../../testing/app.ts';
import { createTestDatabase, forEachEngine } from '../../../testing/database.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { StoppedClock } from '../../../testing/stoppedClock.ts';

const hour = 3600;
const address = '198.51.100.7';

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  let close: () => Promise<void>;
  const apps: TestApp[] = [];

  /** Starts an app with these settings. With `other`, the new app uses the database and the clock of `other`. */
  const startApp = async (env: Record<string, string>, other?: TestApp) => {
    const options = other ? { db: other.deps.db, clock: other.deps.clock } : { db: database.db };
    const started = await startTestApp({
      clock: new StoppedClock(),
      payments: new FakePayments(),
      ...options,
      env: { TRUST_PROXY: '1', ...env },
    });
    registerOrderJobs(started.deps);
    apps.push(started);
    return started;
  };

  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    close = () => database.close();
  });
  afterAll(() => close());
  beforeEach(async () => {
    app = await startApp({
      CARD_TESTING_DECLINES: '4',
      CARD_TESTING_CARDS: '5',
      CARD_TESTING_PER_ADDRESS: '7',
      CARD_CALLS_PER_CARD: '6',
    });
    for (const table of ['support_cases', 'money_calls', 'card_pauses'] as const) {
      await database.db.deleteFrom(table).execute();
    }
    rider = await signUp(app);
  });
  afterEach(async () => {
    for (const started of apps.splice(0)) await started.close();
  });

  const post = (
    who: Rider,
    path: string,
    body: unknown,
    key: string = randomUUID(),
    from = address,
  ) =>
    app.call(path, {
      method: 'POST',
      session: who.sessionId,
      key,
      body,
      headers: { 'x-forwarded-for': from },
    });
  const add = (who: Rider, token: string, from?: string) =>
    post(
      who,
      paths.paymentMethods,
      { token, country: 'US', postalCode: '60601', makeDefault: false },
      randomUUID(),
      from,
    );
  const addCard = async (who: Rider, habit = 'pays', from?: string) =>
    PaymentMethod.parse((await add(who, `tok_${habit}_${randomUUID()}`, from)).body).id;
  const topUpOf = (paymentMethodId: string) => ({
    amount: { amount: 2000, currency: 'USD' },
    bonus: { amount: 400, currency: 'USD' },
    paymentMethodId,
  });
  const topUp = async (who: Rider, card: string, from?: string) => {
    const answer = await post(who, paths.topUps, topUpOf(card), randomUUID(), from);
    await app.deps.outbox.idle();
    return answer;
  };
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const cases = () =>
    database.db
      .selectFrom('support_cases')
      .select('details')
      .where('kind', '=', 'cardTesting')
      .execute();

  test('many declined charges pause new cards once, and a card that paid before still pays @slow', async () => {
    const good = await addCard(rider);
    expect((await topUp(rider, good)).status).toBe(202);
    const bad = await addCard(rider, 'declined');
    for (let i = 0; i < 4; i++) expect((await topUp(rider, bad)).status).toBe(202);

    const refused = await topUp(rider, bad);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'cardsPaused', retryAfter: 2 * hour });
    expect(codeOf(await add(rider, 'tok_pays_1'))).toBe('cardsPaused');
    expect(codeOf(await post(rider, paths.paymentSetups, { kind: 'card' }))).toBe('cardsPaused');
    expect((await topUp(rider, good)).status).toBe(202);
    expect(await cases()).toEqual([
      {
        details: expect.objectContaining({
          paused: 'account',
          declines: 4,
          accounts: [rider.userId],
        }),
      },
    ]);

    app.deps.clock.advance(2 * hour);
    expect((await topUp(rider, bad)).status).toBe(202);
  });

  test('many refused cards pause new cards for the account', async () => {
    for (let i = 0; i < 4; i++) {
      expect(codeOf(await add(rider, `tok_refused_${i}`))).toBe('cardRejected');
    }
    expect(codeOf(await add(rider, 'tok_pays_9'))).toBe('cardsPaused');
    expect(await cases()).toHaveLength(1);
    const other = await signUp(app);
    expect((await add(other, 'tok_pays_2')).status).toBe(201);
  });

  test('many different cards pause new cards for the account', async () => {
    for (let i = 0; i < 5; i++) await addCard(rider);
    expect(codeOf(await add(rider, 'tok_pays_3'))).toBe('cardsPaused');
    expect(await cases()).toHaveLength(1);
  });

  test('many cards of many accounts at one address pause new cards for this address only @slow', async () => {
    const from = '203.0.113.9';
    const testers = await Promise.all(Array.from({ length: 7 }, () => signUp(app)));
    const paying = await addCard(rider, 'pays', '203.0.113.10');
    await topUp(rider, paying, '203.0.113.10');
    for (const tester of testers) await addCard(tester, 'pays', from);
    expect(codeOf(await add(rider, 'tok_pays_4', from))).toBe('cardsPaused');
    expect((await topUp(rider, paying, from)).status).toBe(202);
    expect((await add(rider, 'tok_pays_4', '203.0.113.10')).status).toBe(201);
    expect(await cases()).toEqual([
      { details: expect.objectContaining({ paused: 'address', newCards: 7 }) },
    ]);
    expect(JSON.stringify(await cases())).not.toContain(from);
  });

  test('during a pause, a rider pays an open bill with a card that has paid before, but not with a new card @slow', async () => {
    const renting = await Renting.at(app);
    const card = await renting.addCard(rider, 'failsLater');
    const good = await renting.addCard(rider);
    await topUp(rider, good);
    await renting.start(rider, card);
    await renting.settle();
    app.deps.clock.advance(20 * hour);
    await renting.bringBack(1);
    const order = await database.db
      .selectFrom('rentals')
      .select(['id', 'state'])
      .where('user_id', '=', rider.userId)
      .executeTakeFirstOrThrow();
    expect(order.state).toBe('unpaid');
    const fresh = await renting.addCard(rider);
    for (let i = 0; i < 4; i++) await add(rider, `tok_refused_bill_${i}`);

    const path = fillPath(paths.payOrder, { id: order.id });
    expect(codeOf(await post(rider, path, { paymentMethodId: fresh }))).toBe('cardsPaused');
    expect((await post(rider, path, { paymentMethodId: good })).status).toBe(202);
  });

  test('a repeated request with the same key is not counted again', async () => {
    const card = await addCard(rider);
    const key = randomUUID();
    const first = await post(rider, paths.topUps, topUpOf(card), key);
    await app.deps.outbox.idle();
    for (let i = 0; i < 30; i++) {
      const again = await post(rider, paths.topUps, topUpOf(card), key);
      expect(TopUp.parse(again.body).id).toBe(TopUp.parse(first.body).id);
    }
    expect((await topUp(rider, card)).status).toBe(202);
  });

  test('a session, an order and a card have their own limits @slow', async () => {
    const card = await addCard(rider);
    // The card limit of this app is six charges. The addition of the card does not count, because the card has already
    // paid.
    for (let i = 0; i < 6; i++) expect((await topUp(rider, card)).status).toBe(202);
    expect(await topUp(rider, card)).toMatchObject({
      status: 429,
      body: { code: 'tooManyRequests' },
    });

    const path = fillPath(paths.notEjected, { id: randomUUID() });
    const report = () => post(rider, path, {});
    for (let i = 0; i < 5; i++) expect(codeOf(await report())).toBe('orderNotFound');
    expect(codeOf(await report())).toBe('tooManyRequests');
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      const other = fillPath(paths.notEjected, { id: randomUUID() });
      statuses.push((await post(rider, other, {})).status);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    app.deps.clock.advance(hour);
    expect(codeOf(await report())).toBe('orderNotFound');
  });

  test('concurrent calls cannot exceed a limit', async () => {
    const path = fillPath(paths.notEjected, { id: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(rider, path, {})));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5);
  });

  test('an address has a limit for calls with cards that have not paid', async () => {
    const strict = await startApp({ CARD_CALLS_PER_ADDRESS: '3' }, app);
    const card = await addCard(rider, 'pays', '192.0.2.1');
    await topUp(rider, card, '192.0.2.1');
    const report = (path: string, body: unknown) =>
      strict.call(path, {
        method: 'POST',
        session: rider.sessionId,
        key: randomUUID(),
        body,
        headers: { 'x-forwarded-for': '192.0.2.9' },
      });
    for (let i = 0; i < 3; i++) {
      await report(fillPath(paths.notEjected, { id: randomUUID() }), {});
    }
    const setUp = await report(paths.paymentSetups, { kind: 'card' });
    expect(codeOf(setUp)).toBe('tooManyRequests');
    expect((await report(paths.topUps, topUpOf(card))).status).toBe(202);
  });

  test('a /48 network has sixteen times the limits of an address @slow', async () => {
    const strict = { CARD_CALLS_PER_ADDRESS: '2', CARD_TESTING_PER_ADDRESS: '1' };
    app = await startApp({ ...strict, CARD_TESTING_DECLINES: '99' }, app);
    const riders: Rider[] = [];
    for (let i = 0; i < 4; i++) riders.push(await signUp(app));
    const report = (i: number, site: number) => {
      const who = riders[i % riders.length] ?? rider;
      const from = `2001:db8:${site}:${i.toString(16)}::1`;
      return post(who, fillPath(paths.notEjected, { id: randomUUID() }), {}, randomUUID(), from);
    };
    for (let i = 0; i < 32; i++) expect(codeOf(await report(i, 1))).toBe('orderNotFound');
    expect(codeOf(await report(32, 1))).toBe('tooManyRequests');
    expect(codeOf(await report(33, 2))).toBe('orderNotFound');

    for (let i = 0; i < 16; i++) {
      await add(await signUp(app), `tok_refused_${i}`, `2001:db8:3:${i.toString(16)}::1`);
    }
    const stranger = await signUp(app);
    expect(codeOf(await add(stranger, 'tok_pays_1', '2001:db8:3:99::1'))).toBe('cardsPaused');
    expect((await add(stranger, 'tok_pays_2', '2001:db8:4:99::1')).status).toBe(201);
  });

  test('old calls and pauses are deleted', async () => {
    for (let i = 0; i < 4; i++) await add(rider, `tok_refused_old_${i}`);
    const stored = (table: 'money_calls' | 'card_pauses') =>
      database.db.selectFrom(table).selectAll().execute();
    await cleanUp(app.deps);
    expect(await stored('money_calls')).not.toEqual([]);
    expect(await stored('card_pauses')).not.toEqual([]);
    app.deps.clock.advance(49 * hour);
    await cleanUp(app.deps);
    expect(await stored('money_calls')).toEqual([]);
    expect(await stored('card_pauses')).toEqual([]);
  });
});
