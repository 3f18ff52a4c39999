import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { TopUp, Wallet, WalletMovements } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { signUp, startTestApp, stepUp, type Rider, type TestApp } from '../../testing/app.ts';
import { countLockWaits, createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { FakePayments, type FakeCardBehaviour } from '../../testing/payments/fakePayments.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const twenty = { amount: usd(2000), bonus: usd(400) };

forEachEngine((engine) => {
  let database: OpenDatabase;
  let payments: FakePayments;
  let app: TestApp;
  let rider: Rider;
  let card: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    payments = new FakePayments();
    app = await startTestApp({
      db: database.db,
      payments,
      env: { GOCASH_REFUNDABLE: '1' },
    });
    registerOrderJobs(app.deps);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    payments.lose = () => null;
    rider = await signUp(app);
    card = await addCard('pays');
  });

  test('a charged top-up is in the wallet once, with its bonus', async () => {
    const topUp = await start(twenty);
    expect(topUp).toMatchObject({ state: 'requested', method: { last4: '4242' } });
    expect(await wallet()).toMatchObject({ total: usd(0) });
    await app.deps.outbox.idle();
    expect(await read(topUp.id)).toMatchObject({ state: 'credited' });
    expect(await wallet()).toMatchObject({
      total: usd(2400),
      topUp: usd(2000),
      bonus: usd(400),
      refundable: usd(2000),
    });
    expect(await movements()).toMatchObject([
      { reason: 'topUpBonus', amount: usd(400), topUp: usd(0), balance: usd(2400) },
      { reason: 'topUp', amount: usd(2000), bonus: usd(0), balance: usd(2000) },
    ]);
    expect(payments.netCapturedOf(topUp.number)).toBe(2000);
  });

  test('the same request twice makes one top-up, and no other top-up can start while it is pending', async () => {
    const request = startRequest(twenty);
    const [first, second] = await Promise.all([
      app.call(paths.topUps, request),
      app.call(paths.topUps, request),
    ]);
    expect(second.body).toEqual(first.body);
    expect(await codeOf(app.call(paths.topUps, startRequest(twenty)))).toBe('paymentInProgress');
    await app.deps.outbox.idle();
    expect(await wallet()).toMatchObject({ topUp: usd(2000) });
  });

  test('a request that always throws opens a case after many tries, and the account can be deleted', async () => {
    payments.lose = () => {
      throw new Error('a bug of ours');
    };
    const topUp = await start(twenty);
    const remove = () => app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    expect(await codeOf(remove())).toBe('holdOpen');
    for (let tries = 0; tries < 20; tries++) {
      await app.deps.outbox.idle();
      app.deps.clock.advance(60);
    }
    expect(await read(topUp.id)).toMatchObject({ state: 'declined' });
    const cases = await database.db
      .selectFrom('support_cases')
      .select('details')
      .where('kind', '=', 'providerFailed')
      .execute();
    expect(cases).toHaveLength(1);
    await stepUp(app, rider);
    expect((await remove()).status).toBe(204);
  });

  test('concurrent pages start only one top-up', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(paths.topUps, startRequest(twenty))),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    await app.deps.outbox.idle();
    expect(await wallet()).toMatchObject({ topUp: usd(2000) });
  });

  test.skipIf(engine === 'pglite')(
    'other requests of the rider do not delay a top-up',
    async () => {
      await database.db.transaction().execute(async (trx) => {
        // Every request with a key begins with this statement.
        const claim = { user_id: rider.userId, key: randomUUID(), request_hash: '' };
        await trx
          .insertInto('idempotency_keys')
          .values({ ...claim, created_at: app.deps.clock.now() })
          .execute();
        expect((await app.call(paths.topUps, startRequest(twenty))).status).toBe(202);
      });
    },
  );

  test.each([
    ['another amount', { amount: usd(2500), bonus: usd(400) }, 'amountNotOffered'],
    ['a negative amount', { amount: usd(-2000), bonus: usd(400) }, 'amountNotOffered'],
    ['a huge amount', { amount: usd(9_007_199_254_740_991), bonus: usd(0) }, 'amountNotOffered'],
    ['a fractional amount', { amount: usd(2000.5), bonus: usd(400) }, 'invalidInput'],
    [
      'another currency',
      { amount: { amount: 2000, currency: 'EUR' }, bonus: usd(400) },
      'amountNotOffered',
    ],
    [
      'mixed currencies',
      { amount: usd(2000), bonus: { amount: 400, currency: 'EUR' } },
      'priceChanged',
    ],
    ['another bonus', { amount: usd(2000), bonus: usd(4000) }, 'priceChanged'],
  ])('a top-up with %s is refused', async (_name, offer, code) => {
    expect(await codeOf(app.call(paths.topUps, startRequest(offer)))).toBe(code);
  });

  test("another rider's payment method and top-up are not found", async () => {
    const topUp = await start(twenty);
    await app.deps.outbox.idle();
    const other = await signUp(app);
    const theirs = { ...startRequest(twenty), session: other.sessionId };
    expect(await codeOf(app.call(paths.topUps, theirs))).toBe('paymentMethodNotFound');
    const path = fillPath(paths.topUp, { id: topUp.id });
    expect(await codeOf(app.call(path, { session: other.sessionId }))).toBe('topUpNotFound');
  });

  test('a declined charge credits nothing, and the top-up shows the reason', async () => {
    card = await addCard('noFunds');
    const topUp = await start(twenty);
    await app.deps.outbox.idle();
    expect(await read(topUp.id)).toMatchObject({ state: 'declined', failure: 'insufficientFunds' });
    expect(await wallet()).toMatchObject({ total: usd(0) });
  });

  test.each(['before', 'after'] as const)(
    'a charge whose answer is lost %s the effect is requested again, and is credited once',
    async (when) => {
      let losses = 1;
      payments.lose = () => (losses-- > 0 ? when : null);
      const topUp = await start(twenty);
      await app.deps.outbox.idle();
      expect(await read(topUp.id)).toMatchObject({ state: 'unknown' });
      await pass(120);
      expect(await read(topUp.id)).toMatchObject({ state: 'credited' });
      expect(await wallet()).toMatchObject({ total: usd(2400) });
      expect(payments.netCapturedOf(topUp.number)).toBe(2000);
    },
  );

  test('after a long time without an answer support gets a case, and the rider may try another card', async () => {
    payments.lose = () => 'before';
    const topUp = await start(twenty);
    await app.deps.outbox.idle();
    await pass(700);
    await pass(700);
    const cases = await database.db.selectFrom('support_cases').select('kind').execute();
    expect(cases).toContainEqual({ kind: 'moneyUnknown' });
    payments.lose = () => null;
    const second = await start(twenty);
    await pass(120);
    expect(await read(second.id)).toMatchObject({ state: 'credited' });
    expect(await read(topUp.id)).toMatchObject({ state: 'credited' });
  });

  test('a charge that was not requested in time is not made later', async () => {
    const topUp = await start(twenty);
    await pass(3600);
    expect(await read(topUp.id)).toMatchObject({ state: 'declined', failure: 'paymentDeclined' });
    expect(payments.netCapturedOf(topUp.number)).toBe(0);
  });

  test.each([
    [true, 'credited'],
    [false, 'declined'],
  ])('if the approval of the cardholder is %s, the top-up is %s', async (approved, state) => {
    card = await addCard('wantsAction');
    const topUp = await start(twenty);
    await app.deps.outbox.idle();
    const waiting = await read(topUp.id);
    expect(waiting).toMatchObject({ state: 'actionRequired' });
    expect(waiting.action?.url).toMatch(/^http/);
    payments.confirmAll(approved);
    await pass(3);
    expect(await read(topUp.id)).toMatchObject({ state, action: null });
  });

  test("the wait for the cardholder's confirmation is limited", async () => {
    card = await addCard('wantsAction');
    const topUp = await start(twenty);
    await pass(3);
    await pass(400);
    await pass(10);
    expect(await read(topUp.id)).toMatchObject({ state: 'declined', failure: 'paymentDeclined' });
    payments.confirmAll(true);
    await pass(60);
    expect(await wallet()).toMatchObject({ total: usd(0) });
  });

  test('a refund returns the top-up portion to its cards and takes its bonus back', async () => {
    const topUp = await start(twenty);
    await app.deps.outbox.idle();
    const stale = app.call(paths.walletRefund, { ...post(), body: { amount: usd(1999) } });
    expect(await codeOf(stale)).toBe('priceChanged');
    const request = { ...post(), body: { amount: usd(2000) } };
    const answer = await app.call(paths.walletRefund, request);
    expect(Wallet.parse(answer.body)).toMatchObject({ total: usd(0), refundable: usd(0) });
    await app.deps.outbox.idle();
    expect(payments.netCapturedOf(topUp.number)).toBe(0);
    expect(await codeOf(app.call(paths.walletRefund, { ...post(), body: {} }))).toBe(
      'notRefundable',
    );
  });

  test('a refund that the provider refuses returns the money to the wallet', async () => {
    await start(twenty);
    await app.deps.outbox.idle();
    const refund = payments.refund.bind(payments);
    payments.refund = async () => ({ outcome: 'declined', reason: 'declined' });
    await app.call(paths.walletRefund, { ...post(), body: {} });
    await app.deps.outbox.idle();
    payments.refund = refund;
    expect(await wallet()).toMatchObject({
      topUp: usd(2000),
      bonus: usd(400),
      refundable: usd(0),
    });
  });

  test.skipIf(engine === 'pglite')(
    'two concurrent refunds refund each top-up only once',
    async () => {
      // The provider refuses the refund of the first top-up. So the wallet has enough GoCash to
      // refund the second top-up twice.
      await start(twenty);
      await app.deps.outbox.idle();
      const refund = payments.refund.bind(payments);
      payments.refund = async () => ({ outcome: 'declined', reason: 'declined' });
      await app.call(paths.walletRefund, { ...post(), body: {} });
      await app.deps.outbox.idle();
      payments.refund = refund;
      const topUp = await start(twenty);
      await app.deps.outbox.idle();

      const answers = await database.db.transaction().execute(async (trx) => {
        const held = trx.selectFrom('top_ups').selectAll().where('user_id', '=', rider.userId);
        await held.forUpdate().execute();
        const both = [1, 2].map(() => app.call(paths.walletRefund, { ...post(), body: {} }));
        await expect.poll(() => countLockWaits(database.db)).toBe(2);
        return { both };
      });
      const [one, two] = await Promise.all(answers.both);
      expect(new Set([one?.status, two?.status])).toEqual(new Set([200, 409]));
      await app.deps.outbox.idle();
      expect(payments.netCapturedOf(topUp.number)).toBe(0);
      expect(await wallet()).toMatchObject({ topUp: usd(2000) });
    },
  );

  test("a wallet is refunded only if the operator's rules allow refunds", async () => {
    const strict = await startTestApp({ db: database.db, payments, clock: app.deps.clock });
    try {
      const request = { ...post(), body: {} };
      expect(await codeOf(strict.call(paths.walletRefund, request))).toBe('notRefundable');
      const shown = await strict.call(paths.wallet, { session: rider.sessionId });
      expect(Wallet.parse(shown.body).refundable).toBeNull();
    } finally {
      await strict.close();
    }
  });

  test('the movements have pages, and an invalid cursor is refused', async () => {
    for (let round = 0; round < 3; round++) {
      await start(twenty);
      await app.deps.outbox.idle();
    }
    const first = await page('limit=4');
    expect(first.movements.map(({ balance }) => balance.amount)).toEqual([7200, 6800, 4800, 4400]);
    const second = await page(`limit=4&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({
      movements: [{ balance: usd(2400) }, { balance: usd(2000) }],
      nextCursor: null,
    });
    const path = `${paths.walletMovements}?cursor=1%20or%201`;
    expect(await codeOf(app.call(path, { session: rider.sessionId }))).toBe('invalidInput');
  });

  test('the ledger is correct after all these tests', async () => {
    expect(await auditLedger(database.db)).toEqual([]);
  });

  function post() {
    return { method: 'POST', session: rider.sessionId, key: randomUUID() };
  }

  function startRequest(offer: object) {
    return { ...post(), body: { ...offer, paymentMethodId: card } };
  }

  async function start(offer: object): Promise<TopUp> {
    const { body } = await app.call(paths.topUps, startRequest(offer));
    return TopUp.parse(body);
  }

  async function read(id: string): Promise<TopUp> {
    const path = fillPath(paths.topUp, { id });
    return TopUp.parse((await app.call(path, { session: rider.sessionId })).body);
  }

  async function wallet(): Promise<Wallet> {
    return Wallet.parse((await app.call(paths.wallet, { session: rider.sessionId })).body);
  }

  async function movements() {
    return (await page('limit=100')).movements;
  }

  async function page(query: string) {
    const { body } = await app.call(`${paths.walletMovements}?${query}`, {
      session: rider.sessionId,
    });
    return WalletMovements.parse(body);
  }

  async function addCard(habit: FakeCardBehaviour): Promise<string> {
    const body = {
      token: `tok_${habit}_${randomUUID()}`,
      country: 'US',
      postalCode: '60601',
      makeDefault: true,
    };
    const added = await app.call(paths.paymentMethods, { ...post(), body });
    return PaymentMethod.parse(added.body).id;
  }

  async function pass(seconds: number): Promise<void> {
    app.deps.clock.advance(seconds);
    await app.deps.outbox.idle();
  }
});

async function codeOf(call: Promise<{ body: unknown }>): Promise<string> {
  return Problem.parse((await call).body).code;
}
