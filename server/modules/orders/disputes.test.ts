import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import type { CaseOutcome } from '../../../contract/operators/desk.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, forEachEngine, preferredEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { closeDispute } from '../desk/closeCase.ts';
import { DeskError } from '../desk/deskError.ts';
import { openDispute } from './openDispute.ts';

const complaint = { reason: 'wrongAmount', note: 'I had it for ten minutes.' };

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  test('a bill can have one dispute, and support refunds a part @slow', async () => {
    const { id, number } = await renting.rent(rider, await renting.addCard(rider), 90);
    const opened = Order.parse((await dispute(id)).body);
    expect(opened.dispute).toMatchObject({ reason: 'wrongAmount', state: 'open', refunded: null });
    expect(codeOf(await dispute(id))).toBe('notDisputable');
    expect(await casesOf(id)).toEqual([{ kind: 'dispute', details: { reason: complaint.reason } }]);

    expect(await answer(number, refund(150))).toMatchObject({
      case: { state: 'closed', closedBy: 'ada', outcome: { kind: 'refund', amount: 150 } },
    });
    await renting.settle();
    expect(await orderOf(id)).toMatchObject({
      status: 'complete',
      lines: [
        { kind: 'unlockFee', amount: { amount: 100 } },
        { kind: 'usage', amount: { amount: 200 } },
        { kind: 'supportRefund', amount: { amount: -150 } },
      ],
      total: { amount: 150 },
      paid: { amount: 150 },
      dispute: { state: 'refunded', refunded: { amount: 150 }, answeredAt: expect.any(String) },
    });
    expect(payments.netCapturedOf(number)).toBe(150);

    for (const outcome of [refund(150), refund(100), reject]) {
      await expect(answer(number, outcome)).rejects.toThrow('by ada: refund 150 USD.');
    }
    await renting.settle();
    expect(payments.netCapturedOf(number)).toBe(150);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a refund never exceeds the payment or the request @slow', async () => {
    const { id, number } = await renting.rent(rider, await renting.addCard(rider), 30);
    await expect(answer(number, refund(1))).rejects.toThrow('There is no dispute about');
    await dispute(id);
    for (const amount of [0, -1, 201]) {
      await expect(answer(number, refund(amount))).rejects.toThrow(
        'the refund must be from 1 to 200',
      );
    }
    expect(await answer(number, refund('all'))).toMatchObject({
      case: { outcome: { amount: 200 } },
    });
    await renting.settle();
    expect(await orderOf(id)).toMatchObject({ total: { amount: 0 }, paid: { amount: 0 } });
    expect(payments.netCapturedOf(number)).toBe(0);
    await expect(answer('R-NONE-NONE', reject)).rejects.toThrow('There is no dispute about order');
  });

  test('an order cannot be disputed if it was not charged, is not billed yet, or belongs to another rider', async () => {
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    expect(codeOf(await dispute(id))).toBe('notDisputable');
    app.deps.clock.advance(60);
    await renting.bringBack(slot ?? 0);
    expect(await orderOf(id)).toMatchObject({ status: 'complete', paid: { amount: 0 } });
    expect(codeOf(await dispute(id))).toBe('notDisputable');
    expect(codeOf(await dispute(id, complaint, await signUp(app)))).toBe('orderNotFound');
    expect((await dispute(randomUUID())).status).toBe(404);
  });

  test.each([
    ['an unknown reason', { reason: 'rage' }],
    ['a note that is too long', { reason: 'other', note: 'x'.repeat(1001) }],
    ['a card number in the note', { reason: 'other', note: 'my card 4242 4242 4242 4242' }],
  ])('the server refuses the dispute: %s', async (_, body) => {
    const { id } = await renting.rent(rider, await renting.addCard(rider), 30);
    expect(codeOf(await dispute(id, body))).toBe('invalidInput');
    expect((await orderOf(id)).dispute).toBeNull();
  });

  test('ten concurrent disputes about one order become one dispute @slow', async () => {
    const { id } = await renting.rent(rider, await renting.addCard(rider), 30);
    const answers = await Promise.all(Array.from({ length: 10 }, () => dispute(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await casesOf(id)).toHaveLength(1);
  });

  test('an unpaid order can be disputed before it is paid @slow', async () => {
    const { id, number } = await renting.rent(
      rider,
      await renting.addCard(rider, 'failsLater'),
      30,
    );
    expect((await dispute(id)).status).toBe(200);
    await expect(answer(number, refund(100))).rejects.toThrow('is unpaid');
    expect(await answer(number, reject)).toMatchObject({ case: { outcome: { kind: 'none' } } });
    expect((await orderOf(id)).dispute).toMatchObject({ state: 'rejected', refunded: null });
  });

  const reject: CaseOutcome = { kind: 'none' };
  const refund = (amount: number | 'all'): CaseOutcome => ({ kind: 'refund', amount });
  const answer = (number: string, outcome: CaseOutcome) =>
    transact(app.deps, (work) => closeDispute(work, number, outcome, actOfAda()));

  function dispute(id: string, body: unknown = complaint, who = rider) {
    const path = fillPath(paths.dispute, { id });
    return app.call(path, { method: 'POST', session: who.sessionId, key: randomUUID(), body });
  }

  async function orderOf(id: string): Promise<Order> {
    const path = fillPath(paths.order, { id });
    return Order.parse((await app.call(path, { session: rider.sessionId })).body);
  }

  function casesOf(rentalId: string) {
    return app.deps.db
      .selectFrom('support_cases')
      .select(['kind', 'details'])
      .where('rental_id', '=', rentalId)
      .execute();
  }
});

function codeOf({ body }: { body: unknown }): string {
  return Problem.parse(body).code;
}

const Answers = fc.array(
  fc.record({
    refund: fc.oneof(fc.integer({ min: -5, max: 3500 }), fc.constant('all' as const)),
    reject: fc.boolean(),
    /** How many of the provider's next answers are lost. */
    losses: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

test('refunds never exceed the payment, and the ledger is correct, whatever support answers @slow', async () => {
  const database = await createTestDatabase(preferredEngine);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 30, 90, 26 * 60, 50 * 60),
        Answers,
        fc.boolean(),
        async (minutes, answers, isReportedLater) => {
          const world = await RentalWorld.on(database.db);
          const cabinet = await world.addCabinet(['a', null]);
          const rider = await world.addRider();
          const id = await world.start(rider, cabinet);
          await world.settle();
          const isLost = minutes >= 48 * 60;
          await world.pass(isLost ? 3600 : minutes * 60);
          cabinet.push('a');
          // If the charger should count as lost, disconnect the cabinet, so that it reports the return only afterwards.
          cabinet.isConnected = !isLost;
          await world.pass(isLost ? minutes * 60 : 0);
          const { number, total } = await world.rental(id);
          const paid = world.payments.netCapturedOf(number);
          expect(paid).toBe(total);
          const opens = transact(world.deps, (work) =>
            openDispute(work, rider.userId, id, { reason: 'other' }),
          );
          if (paid === 0) {
            await expect(opens).rejects.toMatchObject({ code: 'notDisputable' });
            return;
          }
          await opens;

          for (const { refund, reject, losses } of answers) {
            let left = losses;
            world.payments.lose = () => (left-- > 0 ? 'after' : null);
            const outcome: CaseOutcome = reject
              ? { kind: 'none' }
              : { kind: 'refund', amount: refund };
            await transact(world.deps, (work) =>
              closeDispute(work, number, outcome, actOfAda()),
            ).catch((error: unknown) => expect(error).toBeInstanceOf(DeskError));
          }
          // If the answer to a call was lost, the server repeats the call a little later.
          for (let round = 0; round < 4; round++) await world.pass(60);
          const dispute = await database.db
            .selectFrom('disputes')
            .selectAll()
            .executeTakeFirstOrThrow();
          expect(world.payments.netCapturedOf(number)).toBe(paid - (dispute.refunded ?? 0));
          if (isLost && isReportedLater) {
            world.payments.lose = () => null;
            cabinet.isConnected = true;
            await world.pass(60);
            expect((await world.rental(id)).state).toBe('complete');
          }
          expect(world.payments.netCapturedOf(number)).toBeGreaterThanOrEqual(0);
          expect(world.payments.netCapturedOf(number)).toBe((await world.rental(id)).total);
          expect(await auditLedger(database.db)).toEqual([]);
        },
      ),
      { numRuns: inject('completeRun') ? 25 : 8 },
    );
  } finally {
    await database.close();
  }
}, 120_000);
