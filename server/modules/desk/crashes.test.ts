import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CaseActed, CaseList, CaseShown } from '../../../contract/operators/desk.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { TopUp } from '../../../contract/wallet.ts';
import { MovableClock } from '../../time/clock.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const key = 'operators-key-of-the-tests-0123456789';
const refunded = 120;
const body = { outcome: { kind: 'refund', amount: refunded }, why: 'seen in the time line' };
const usd = (amount: number) => ({ amount, currency: 'USD' });

/*
 * A crashed server leaves only its commits in the database. To simulate a crash, each test closes a server that has
 * unfinished jobs, and starts another server on the same database.
 */
forEachEngine((engine) => {
  let database: OpenDatabase;
  let clock: MovableClock;
  let payments: FakePayments;
  let app: TestApp;
  let renting: Renting;
  let rider: Rider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    clock = new MovableClock();
    payments = new FakePayments();
    app = await startServer();
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    payments.effects.splice(0);
    renting = await Renting.at(app);
    rider = await signUp(app);
  });

  async function startServer(): Promise<TestApp> {
    const env = { OPERATOR_KEY: key };
    const server = await startTestApp({ db: database.db, clock, payments, env });
    registerOrderJobs(server.deps);
    return server;
  }

  /** Starts the next server, which takes over the jobs of the closed server when their leases end. */
  async function restart(): Promise<void> {
    await app.close();
    app = await startServer();
    clock.advance(5);
  }

  const operate = (path: string, given?: object, idempotency: string = randomUUID()) =>
    app.call(`/api/ops/cases${path}`, {
      method: given ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'ada' },
      ...(given && { body: given, key: idempotency }),
    });
  const get = async (path: string) => (await app.call(path, { session: rider.sessionId })).body;
  const post = (path: string, given: object) => {
    const session = { session: rider.sessionId, key: randomUUID() };
    return app.call(path, { method: 'POST', ...session, body: given });
  };
  const openCase = async (about: object) =>
    CaseActed.parse((await operate('', { ...about, why: 'a call' })).body).case.number;
  const refunds = () => payments.effects.filter((effect) => effect.startsWith('refund:'));

  interface Target {
    /** The number of the case. */
    number: string;
    /** The number of the order or the top-up. */
    paidFor: string;
    paid: number;
  }
  const targets: Record<string, () => Promise<Target>> = {
    async 'an order'() {
      const order = await renting.rent(rider, await renting.addCard(rider), 90);
      const number = await openCase({ order: order.number });
      return { number, paidFor: order.number, paid: order.paid.amount };
    },
    async 'a disputed order'() {
      const { id, number, paid } = await renting.rent(rider, await renting.addCard(rider), 90);
      await post(fillPath(paths.dispute, { id }), { reason: 'wrongAmount' });
      const { cases } = CaseList.parse((await operate(`?order=${number}`)).body);
      return { number: cases[0]?.number ?? '', paidFor: number, paid: paid.amount };
    },
    async 'a top-up'() {
      const paymentMethodId = await renting.addCard(rider);
      const offer = { amount: usd(2000), bonus: usd(400), paymentMethodId };
      const topUp = TopUp.parse((await post(paths.topUps, offer)).body);
      await app.deps.outbox.idle();
      const number = await openCase({ topUp: topUp.number });
      return { number, paidFor: topUp.number, paid: topUp.amount.amount };
    },
  };

  /** Closes the case on a server that crashes at this step. */
  const deaths: Record<string, (target: Target, idempotency: string) => Promise<void>> = {
    async 'before the commit'({ number, paidFor, paid }, idempotency) {
      // The entry in the record of operators is the last change of the transaction. The test makes it fail, so that the
      // transaction loses all changes.
      await sql`create function die() returns trigger language plpgsql
        as $$ begin raise exception 'the server died'; end $$`.execute(database.db);
      await sql`create trigger die before insert on operator_actions
        execute function die()`.execute(database.db);
      const { status } = await operate(`/${number}/close`, body, idempotency);
      expect(status).toBe(500);
      await sql`drop function die cascade`.execute(database.db);
      await app.deps.outbox.idle();
      expect(CaseShown.parse((await operate(`/${number}`)).body)).toMatchObject({ state: 'open' });
      expect(payments.netCapturedOf(paidFor)).toBe(paid);
      expect(await auditLedger(database.db)).toEqual([]);
    },
    async 'after the commit, before the provider is asked'({ number }, idempotency) {
      expect((await operate(`/${number}/close`, body, idempotency)).status).toBe(200);
      expect(refunds()).toHaveLength(0);
    },
    async 'after the provider acted, before its answer is stored'(target, idempotency) {
      expect((await operate(`/${target.number}/close`, body, idempotency)).status).toBe(200);
      const working = payments.refund.bind(payments);
      const acted = new Promise<void>((resolve) => {
        payments.refund = async (request) => {
          await working(request);
          resolve();
          return new Promise(() => undefined);
        };
      });
      void app.deps.outbox.idle();
      await acted;
      payments.refund = working;
      expect(payments.netCapturedOf(target.paidFor)).toBe(target.paid - refunded);
    },
  };

  const rows = Object.keys(targets).flatMap((target) =>
    Object.keys(deaths).map((death): [string, string] => [target, death]),
  );

  test.each(rows)(
    'the refund of %s happens once if the server dies %s @slow',
    async (what, death) => {
      const target = await targets[what]?.();
      if (!target) throw new Error(what);
      const { number, paidFor, paid } = target;
      const idempotency = randomUUID();
      await deaths[death]?.(target, idempotency);
      await restart();

      const first = await operate(`/${number}/close`, body, idempotency);
      const { repeated, case: closed } = CaseActed.parse(first.body);
      expect(repeated).toBe(death !== 'before the commit');
      expect(closed).toMatchObject({
        state: 'closed',
        closedBy: 'ada',
        outcome: { kind: 'refund', ...usd(refunded) },
      });
      for (let round = 0; round < 3; round++) {
        await app.deps.outbox.idle();
        clock.advance(60);
      }
      const again = await operate(`/${number}/close`, body, idempotency);
      expect(again.body).toEqual({ case: closed, approval: null, repeated: true });

      expect(payments.netCapturedOf(paidFor)).toBe(paid - refunded);
      expect(refunds()).toHaveLength(1);
      const acts = await database.db
        .selectFrom('operator_actions')
        .select('action')
        .where('subject', '=', number)
        .where('action', '=', 'case.close')
        .execute();
      expect(acts).toHaveLength(1);
      const { notifications } = NotificationList.parse(await get(paths.notifications));
      for (const kind of ['caseAnswered', 'refunded']) {
        expect(notifications.filter((one) => one.kind === kind)).toHaveLength(1);
      }
      expect(await auditLedger(database.db)).toEqual([]);
    },
  );
});
