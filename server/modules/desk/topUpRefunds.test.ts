import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { CaseActed, CaseList, CaseProblem, CaseShown } from '../../../contract/operators/desk.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { ReportList } from '../../../contract/support.ts';
import { TopUp, Wallet, WalletMovements } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { MoveResult } from '../../providers/payments/provider.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, forEachEngine, preferredEngine } from '../../testing/database.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { startTopUp } from '../topUps/startTopUp.ts';
import { negative, spend } from '../wallet/portions.ts';
import { changeWallet, lockWallet } from '../wallet/wallet.ts';
import { openTopUpCase } from './acts.ts';
import { closeCase } from './closeCase.ts';
import { DeskError } from './deskError.ts';

const key = 'operators-key-of-the-tests-0123456789';
const usd = (amount: number) => ({ amount, currency: 'USD' });
/** The paid amount and the bonus of the tests' top-ups, in cents. */
const paid = 2000;
const bonus = 400;
const refused = async (): Promise<MoveResult> => ({ outcome: 'declined', reason: 'declined' });

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;
  let card: string;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments, env: { OPERATOR_KEY: key } });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    payments.lose = () => null;
    rider = await signUp(app);
    card = await renting.addCard(rider);
  });

  const call = (path: string, body?: object, idempotency: string = randomUUID()) =>
    app.call(`/api/ops/cases${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'ada' },
      ...(body && { body, key: idempotency }),
    });
  const show = async (number: string) => CaseShown.parse((await call(`/${number}`)).body);
  const get = async (path: string) => (await app.call(path, { session: rider.sessionId })).body;
  const wallet = async () => Wallet.parse(await get(paths.wallet));
  const readTopUp = async (id: string) => TopUp.parse(await get(fillPath(paths.topUp, { id })));
  const listNotifications = async () =>
    NotificationList.parse(await get(paths.notifications)).notifications;
  const topUp = async () => {
    const body = { amount: usd(paid), bonus: usd(bonus), paymentMethodId: card };
    const options = { method: 'POST', session: rider.sessionId, key: randomUUID(), body };
    const { id } = TopUp.parse((await app.call(paths.topUps, options)).body);
    await app.deps.outbox.idle();
    return readTopUp(id);
  };
  const open = async (number: string) =>
    CaseActed.parse((await call('', { topUp: number, why: 'a call' })).body).case.number;
  const refund = (number: string, amount: number | 'all', idempotency?: string) =>
    call(`/${number}/close`, { outcome: { kind: 'refund', amount }, why: 'a call' }, idempotency);
  const problemOf = ({ status, body }: { status: number; body: unknown }) => ({
    status,
    ...CaseProblem.pick({ code: true, detail: true }).parse(body),
  });

  test('a part of a top-up returns to the card, and its GoCash is gone before the provider is asked', async () => {
    const bought = await topUp();
    const number = await open(bought.number.toLowerCase());
    expect(await show(number)).toMatchObject({
      kind: 'operator',
      topUp: bought.number,
      order: null,
      rider: { language: 'en' },
      topUpNow: { state: 'credited', paid: usd(paid), refunded: usd(0), left: usd(paid) },
    });
    const idempotency = randomUUID();
    const answer = await refund(number, 500, idempotency);
    expect(CaseActed.parse(answer.body)).toMatchObject({
      case: { state: 'closed', closedBy: 'ada', outcome: { kind: 'refund', ...usd(500) } },
      repeated: false,
    });
    expect(payments.netCapturedOf(bought.number)).toBe(paid);
    expect(await wallet()).toMatchObject({ topUp: usd(1500), bonus: usd(300) });
    expect((await readTopUp(bought.id)).refunded).toBeUndefined();

    await app.deps.outbox.idle();
    expect(payments.netCapturedOf(bought.number)).toBe(1500);
    expect(await readTopUp(bought.id)).toMatchObject({ state: 'credited', refunded: usd(500) });
    expect((await show(number)).topUpNow).toMatchObject({ refunded: usd(500), left: usd(1500) });
    const about = (await listNotifications()).map(({ kind, amount }) => ({
      kind,
      amount: amount ?? null,
    }));
    expect(about).toEqual([
      { kind: 'refunded', amount: usd(500) },
      { kind: 'caseAnswered', amount: null },
      { kind: 'toppedUp', amount: usd(paid) },
    ]);
    expect(ReportList.parse(await get(paths.supportReports)).reports).toMatchObject([
      { number, kind: 'fromSupport', decision: { kind: 'refund', amount: usd(500) } },
    ]);
    const { movements } = WalletMovements.parse(await get(paths.walletMovements));
    expect(movements.slice(0, 2)).toMatchObject([
      { reason: 'topUpRefund', amount: usd(-100), bonus: usd(-100) },
      { reason: 'topUpRefund', amount: usd(-500), topUp: usd(-500) },
    ]);

    const again = await refund(number, 500, idempotency);
    expect(CaseActed.parse(again.body)).toMatchObject({ case: { number }, repeated: true });
    await app.deps.outbox.idle();
    expect(payments.netCapturedOf(bought.number)).toBe(1500);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a refund never exceeds the GoCash that is left, or the payment less its earlier refunds @slow', async () => {
    const bought = await topUp();
    await renting.rent(rider, card, 90, { useGoCash: true });
    expect((await wallet()).topUp).toEqual(usd(1700));
    const first = await open(bought.number);
    expect(problemOf(await refund(first, 1701))).toEqual({
      status: 422,
      code: 'amountTooLarge',
      detail: `Top-up ${bought.number}: the refund must be from 1 to 1700, not 1701.`,
    });
    expect((await refund(first, 1000)).status).toBe(200);
    const second = await open(bought.number);
    expect(problemOf(await refund(second, 100))).toMatchObject({ code: 'outcomeNotPossible' });
    await app.deps.outbox.idle();
    // After another top-up the wallet has enough GoCash, but only 1000 of the first payment can still be refunded.
    await topUp();
    expect(problemOf(await refund(second, 1001)).detail).toContain('from 1 to 1000');
    expect(CaseActed.parse((await refund(second, 'all')).body).case.outcome?.amount).toBe(1000);
    await app.deps.outbox.idle();
    expect(payments.netCapturedOf(bought.number)).toBe(0);
    const third = await open(bought.number);
    expect(problemOf(await refund(third, 'all'))).toMatchObject({
      status: 409,
      detail: `Top-up ${bought.number} is refunded, so nothing can be refunded.`,
    });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a refund that the provider refuses gives the GoCash back, and opens a case', async () => {
    const bought = await topUp();
    const number = await open(bought.number);
    const working = payments.refund.bind(payments);
    payments.refund = refused;
    await refund(number, 700);
    expect(await wallet()).toMatchObject({ topUp: usd(1300), bonus: usd(260) });
    await app.deps.outbox.idle();
    payments.refund = working;
    expect(await wallet()).toMatchObject({ topUp: usd(paid), bonus: usd(bonus) });
    expect(await readTopUp(bought.id)).toMatchObject({ state: 'credited' });
    const { cases } = CaseList.parse((await call('?kind=refundRefused&limit=100')).body);
    const opened = cases.find((one) => one.topUp === bought.number);
    expect(opened).toMatchObject({ state: 'open', order: null });
    // The provider would refuse the same refund again, so the operator must use the provider's own web pages.
    expect(problemOf(await refund(opened?.number ?? '', 700))).toMatchObject({
      code: 'outcomeNotPossible',
      detail: expect.stringContaining("provider's own web pages"),
    });
    expect((await listNotifications()).map(({ kind }) => kind)).not.toContain('refunded');
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('other outcomes about a bill do not fit a top-up, and an unpaid top-up is not refunded', async () => {
    const bought = await topUp();
    const number = await open(bought.number);
    for (const outcome of [{ kind: 'waive', amount: 1 }, { kind: 'endRental' }]) {
      const answer = await call(`/${number}/close`, { outcome, why: 'a call' });
      expect(problemOf(answer)).toMatchObject({ code: 'outcomeNotPossible' });
    }
    card = await renting.addCard(rider, 'noFunds');
    const declined = await topUp();
    expect(problemOf(await refund(await open(declined.number), 'all'))).toMatchObject({
      detail: `Top-up ${declined.number} is declined, so nothing can be refunded.`,
    });
    expect(problemOf(await call('', { topUp: 'T-NONE-NONE', why: 'a call' }))).toMatchObject({
      status: 404,
      code: 'topUpNotFound',
    });
    expect((await call('', { topUp: bought.number, order: 'R-1', why: 'a call' })).status).toBe(
      400,
    );
  });

  test('only one of two concurrent refunds of one top-up begins', async () => {
    const bought = await topUp();
    const cases = [await open(bought.number), await open(bought.number)];
    const answers = await Promise.all(cases.map((number) => refund(number, 1500)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await app.deps.outbox.idle();
    expect(payments.netCapturedOf(bought.number)).toBe(500);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });
});

const Step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ spend: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      refund: fc.oneof(fc.integer({ min: -5, max: 600 }), fc.constant('all' as const)),
      /** How the provider answers. Some answers are lost, and the provider refuses some refunds. */
      answer: fc.constantFrom('done', 'done', 'done', 'lost before', 'lost after', 'refused'),
    }),
  },
);

test('after any payments and refunds, the card gets back at most the top-up, and the wallet loses the same amount @slow', async () => {
  const database = await createTestDatabase(preferredEngine);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const world = await RentalWorld.on(database.db);
        const rider = await world.addRider();
        const paymentMethodId = rider.cards.get('pays') ?? '';
        const offer = { amount: usd(paid), bonus: usd(bonus), paymentMethodId };
        await transact(world.deps, (work) =>
          startTopUp(work, world.deps.settings, rider.userId, offer),
        );
        await world.settle();
        const { number } = await database.db
          .selectFrom('top_ups')
          .select('number')
          .executeTakeFirstOrThrow();
        const has = { topUp: paid, bonus };
        let refunded = 0;
        let isRefused = false;
        const working = world.payments.refund.bind(world.payments);

        for (const step of steps) {
          if ('spend' in step) {
            const portions = spend(has, step.spend);
            if (!portions) continue;
            await pay(world, rider.userId, portions);
            has.topUp -= portions.topUp;
            has.bonus -= portions.bonus;
            continue;
          }
          const most = isRefused ? 0 : Math.min(paid - refunded, has.topUp);
          const amount = step.refund === 'all' ? most : step.refund;
          const isPossible = amount >= 1 && amount <= most;
          let losses = step.answer.startsWith('lost') ? 1 : 0;
          const loss = step.answer === 'lost before' ? 'before' : 'after';
          world.payments.lose = () => (losses-- > 0 ? loss : null);
          world.payments.refund = step.answer === 'refused' ? refused : working;
          const outcome = { kind: 'refund', amount: step.refund } as const;
          const closing = transact(world.deps, async (work) => {
            const opened = await openTopUpCase(work, number, actOfAda());
            return closeCase(work, opened.case.number, { outcome }, actOfAda(), null);
          });
          if (!isPossible) {
            await expect(closing).rejects.toBeInstanceOf(DeskError);
            continue;
          }
          await closing;
          const share = (part: number) => Math.floor((bonus * part) / paid);
          const takenBonus = Math.min(has.bonus, share(refunded + amount) - share(refunded));
          expect(await world.goCashOf(rider)).toEqual({
            topUp: has.topUp - amount,
            bonus: has.bonus - takenBonus,
          });
          for (let round = 0; round < 3; round++) await world.pass(60);
          if (step.answer === 'refused') isRefused = true;
          else {
            refunded += amount;
            has.topUp -= amount;
            has.bonus -= takenBonus;
          }
          expect(world.payments.netCapturedOf(number)).toBe(paid - refunded);
          expect(await world.goCashOf(rider)).toEqual(has);
        }
        expect(await auditLedger(database.db)).toEqual([]);
      }),
      { numRuns: inject('completeRun') ? 40 : 12 },
    );
  } finally {
    await database.close();
  }
}, 120_000);

/** Pays an amount from the wallet, as an order does. */
function pay(
  world: RentalWorld,
  userId: string,
  portions: { topUp: number; bonus: number },
): Promise<void> {
  return transact(world.deps, async (work) => {
    await lockWallet(work, userId, 'USD');
    await changeWallet(work, {
      userId,
      currency: 'USD',
      key: `charge:${randomUUID()}`,
      reason: 'usage',
      against: 'receivable',
      change: negative(portions),
    });
  });
}
