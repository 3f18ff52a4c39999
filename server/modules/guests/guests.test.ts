import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { Order, OrderList } from '../../../contract/orders.ts';
import { PaymentMethod, PaymentMethodList } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Report, ReportList } from '../../../contract/support.ts';
import { registerOrderJobs } from '../../composition.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addGuest, askForGuest, textCode, type Guest } from '../../testing/guests.ts';
import { readSettings } from '../../settings/settings.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { Renting } from '../../testing/renting.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { openOrderCase } from '../desk/acts.ts';
import { closeCase } from '../desk/closeCase.ts';

const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;

  beforeAll(async () => {
    payments = new FakePayments();
    const read = readSettings({ NODE_ENV: 'test', PORT: '0', DIST_DIR: '/nowhere' });
    // The sandbox sets `guestsShareWithRiders` to false, because its riders share the numbers of the test cards.
    const cardLimits = { ...read.cardLimits, guestsShareWithRiders: true };
    const settings = { ...read, cardLimits };
    app = await startTestApp({ engine, payments, settings, clock: new StoppedClock() });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  /** Each test has its own station, because the number of started rentals per station is limited. */
  const atStation = async () => {
    renting = await Renting.at(app);
  };
  const orders = async (session: string) =>
    OrderList.parse((await app.call(paths.orders, { session })).body).orders;
  const orderOf = async (session: string, id: string) =>
    app.call(fillPath(paths.order, { id }), { session });
  const started = async (guest: Guest, card: string) => {
    const answer = await renting.start(guest, card);
    expect(answer.status).toBe(202);
    await renting.settle();
    return Order.parse((await orderOf(guest.sessionId, Order.parse(answer.body).id)).body);
  };
  const addCard = async ({ sessionId: session }: Pick<Guest, 'sessionId'>, token: string) => {
    const body = { token, country: 'US', postalCode: '60601', makeDefault: true };
    const options = { method: 'POST', session, key: randomUUID(), body };
    return PaymentMethod.parse((await app.call(paths.paymentMethods, options)).body).id;
  };

  test('a guest without a phone pays with a wallet, and takes and returns a charger', async () => {
    await atStation();
    const guest = await addGuest(app);
    expect(guest.user).toMatchObject({ phone: null, name: null });
    const order = await started(guest, await addCard(guest, `tok_pays_applePay_${randomUUID()}`));
    expect(order).toMatchObject({ state: 'charging', slot: 1 });
    app.deps.clock.advance(3600);
    await renting.bringBack(1);
    const [returned] = await orders(guest.sessionId);
    expect(returned).toMatchObject({ id: order.id, state: 'complete' });
  });

  test('a new phone turns the guest into a rider with the order and the card, during the rental', async () => {
    await atStation();
    const guest = await addGuest(app);
    const order = await started(guest, await renting.addCard(guest));
    const phone = freshPhone();
    const { sessionId, user, isNew } = SignedIn.parse(
      (await (await textCode(app, phone))(guest.sessionId)).body,
    );
    expect({ isNew, phone: user.phone, id: user.id }).toEqual({
      isNew: true,
      phone,
      id: guest.user.id,
    });
    expect((await app.call(paths.me, { session: guest.sessionId })).status).toBe(401);
    expect((await app.call(paths.wallet, { session: sessionId })).status).toBe(200);
    await renting.bringBack(1);
    expect(await orders(sessionId)).toMatchObject([{ id: order.id, state: 'complete' }]);
    const { methods } = PaymentMethodList.parse(
      (await app.call(paths.paymentMethods, { session: sessionId })).body,
    );
    expect(methods).toHaveLength(1);
    expect(
      (await app.call(paths.guests, { method: 'POST', body: { language: 'en' } })).status,
    ).toBe(201);
  });

  test('a known phone moves the order to its account, and the rider pays what the guest had begun @slow', async () => {
    await atStation();
    const rider = await signUp(app);
    const own = await renting.addCard(rider);
    const guest = await addGuest(app);
    const order = await started(guest, await renting.addCard(guest));
    const signedIn = SignedIn.parse(
      (await (await textCode(app, rider.phone))(guest.sessionId)).body,
    );
    expect({ isNew: signedIn.isNew, id: signedIn.user.id }).toEqual({
      isNew: false,
      id: rider.user.id,
    });
    // A session in which the rider signed in earlier also shows the order.
    expect(await orders(rider.sessionId)).toMatchObject([{ id: order.id, state: 'charging' }]);
    expect(codeOf(await orderOf(guest.sessionId, order.id))).toBe('signInRequired');
    app.deps.clock.advance(3600);
    await renting.bringBack(1);
    expect(await orders(signedIn.sessionId)).toMatchObject([{ id: order.id, state: 'complete' }]);
    const { methods } = PaymentMethodList.parse(
      (await app.call(paths.paymentMethods, { session: signedIn.sessionId })).body,
    );
    expect(methods.map(({ id, isDefault }) => [id === own, isDefault])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('the account gets the answers of support to the reports of the guest and to the cases that support opened @slow', async () => {
    await atStation();
    const rider = await signUp(app);
    const guest = await addGuest(app);
    const order = await started(guest, await renting.addCard(guest));
    await renting.bringBack(1);
    const wrong = { kind: 'other', note: 'It was warm.' };
    const options = { method: 'POST', session: guest.sessionId, key: randomUUID(), body: wrong };
    const { number } = Report.parse((await app.call(paths.supportReports, options)).body);
    const opened = await transact(app.deps, (work) =>
      openOrderCase(work, order.number, actOfAda()),
    );
    await (
      await textCode(app, rider.phone)
    )(guest.sessionId);
    for (const one of [number, opened.case.number]) {
      const done = { outcome: { kind: 'none' as const }, answer: `About ${one}.` };
      await transact(app.deps, (work) => closeCase(work, one, done, actOfAda(), null));
    }
    const session = rider.sessionId;
    const { reports } = ReportList.parse((await app.call(paths.supportReports, { session })).body);
    expect(new Map(reports.map(({ number: one, answer }) => [one, answer]))).toEqual(
      new Map([number, opened.case.number].map((one) => [one, `About ${one}.`])),
    );
    const { notifications } = NotificationList.parse(
      (await app.call(paths.notifications, { session })).body,
    );
    expect(notifications.filter(({ kind }) => kind === 'caseAnswered')).toHaveLength(2);
  });

  test('the provider charges a moved card under the guest, also for the rider’s next rental', async () => {
    await atStation();
    const rider = await signUp(app);
    const guest = await addGuest(app);
    const card = await renting.addCard(guest);
    await (
      await textCode(app, rider.phone)
    )(guest.sessionId);
    await renting.rent(rider, card, 60);
    expect(payments.customers.at(-1)).toBe(guest.userId);
  });

  test('a card of both the guest and the rider is detached from the guest, after the rental that it pays', async () => {
    await atStation();
    const token = `tok_pays_card_${randomUUID()}`;
    const rider = await signUp(app);
    await addCard(rider, token);
    const guest = await addGuest(app);
    await started(guest, await addCard(guest, token));
    const before = payments.detached.length;
    const signIn = await textCode(app, rider.phone);
    await signIn(guest.sessionId);
    await renting.settle();
    expect(payments.detached).toHaveLength(before);
    await renting.bringBack(1);
    app.deps.clock.advance(3600);
    await renting.settle();
    expect(payments.detached).toHaveLength(before + 1);
  });

  test('while guest and rider both have an open rental, the guest cannot sign in as the rider, but can after the return @slow', async () => {
    await atStation();
    const rider = await signUp(app);
    expect((await renting.start(rider, await renting.addCard(rider))).status).toBe(202);
    await renting.settle();
    const guest = await addGuest(app);
    const order = await started(guest, await renting.addCard(guest));
    const enter = await textCode(app, rider.phone);
    expect(codeOf(await enter(guest.sessionId))).toBe('phoneRenting');
    expect(await orders(guest.sessionId)).toMatchObject([{ id: order.id, state: 'charging' }]);
    await renting.bringBack(2);
    expect((await enter(guest.sessionId)).status).toBe(200);
    expect(await orders(rider.sessionId)).toHaveLength(2);
  });

  test('the card of a guest cannot begin a second rental in another browser before the order is paid', async () => {
    await atStation();
    const token = `tok_pays_${randomUUID()}`;
    const first = await addGuest(app);
    const order = await started(first, await addCard(first, token));
    const second = await addGuest(app);
    const card = await addCard(second, token);
    expect(codeOf(await renting.start(second, card))).toBe('cardRenting');
    // After the first guest has signed in, the card still counts as used by the open rental.
    await (
      await textCode(app, freshPhone())
    )(first.sessionId);
    expect(codeOf(await renting.start(second, card))).toBe('cardRenting');
    await app.deps.db
      .updateTable('rentals')
      .set({ state: 'unpaid' })
      .where('id', '=', order.id)
      .execute();
    expect(codeOf(await renting.start(second, card))).toBe('cardOwes');
    await app.deps.db
      .updateTable('rentals')
      .set({ state: 'charging' })
      .where('id', '=', order.id)
      .execute();
    await renting.bringBack(1);
    expect((await renting.start(second, card)).status).toBe(202);
  });

  test('only one of two concurrent rentals by guests with one card begins', async () => {
    await atStation();
    const token = `tok_pays_${randomUUID()}`;
    const guests = [await addGuest(app), await addGuest(app)];
    const cards = await Promise.all(guests.map((guest) => addCard(guest, token)));
    const answers = await Promise.all(
      guests.map((guest, index) => renting.start(guest, cards[index] ?? '')),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual(['cardRenting']);
  });

  test('a browser has one guest, and cannot begin a second rental with another card or after a sign-in', async () => {
    await atStation();
    const guest = await addGuest(app);
    const { id } = await started(guest, await renting.addCard(guest));
    // The browser has lost the session, but still has the cookie.
    const again = await addGuest(app, guest.cookie);
    expect(again.userId).toBe(guest.userId);
    expect(await orders(again.sessionId)).toMatchObject([{ id }]);
    const other = await renting.start(again, await renting.addCard(again));
    expect(Problem.parse(other.body)).toMatchObject({ code: 'ongoingOrder', orderId: id });
    const rider = await signUp(app);
    await (
      await textCode(app, rider.phone)
    )(again.sessionId);
    const next = await addGuest(app, guest.cookie);
    expect(next.userId).not.toBe(guest.userId);
    expect(codeOf(await renting.start(next, await renting.addCard(next)))).toBe('deviceRenting');
  });

  test('a guest cannot begin a rental with the card of a rider whose charger is out', async () => {
    await atStation();
    const token = `tok_pays_${randomUUID()}`;
    const rider = await signUp(app);
    expect((await renting.start(rider, await addCard(rider, token))).status).toBe(202);
    const guest = await addGuest(app);
    expect(codeOf(await renting.start(guest, await addCard(guest, token)))).toBe('cardRenting');
  });

  test('a rider whose account is frozen cannot rent as a guest with the same card @slow', async () => {
    await atStation();
    const token = `tok_pays_${randomUUID()}`;
    const rider = await signUp(app);
    const card = await addCard(rider, token);
    const order = await renting.rent(rider, card, 60);
    const payment = await app.deps.db
      .selectFrom('payments')
      .select('id')
      .where('rental_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const now = app.deps.clock.now();
    await app.deps.db
      .insertInto('chargebacks')
      .values({
        id: randomUUID(),
        provider: 'sandbox',
        provider_id: randomUUID(),
        payment_id: payment.id,
        user_id: rider.userId,
        rental_id: order.id,
        state: 'opened',
        reason: 'fraudulent',
        currency: 'USD',
        amount: 0,
        due_by: null,
        answered_inquiry_at: null,
        answered_at: null,
        created_at: now,
        changed_at: now,
        read_at: now,
        lifted_at: null,
      })
      .execute();
    const guest = await addGuest(app);
    expect(codeOf(await renting.start(guest, await addCard(guest, token)))).toBe('accountFrozen');
  });

  test('a guest cannot use GoCash, coupons, rewards or the profile', async () => {
    const { sessionId: session, user } = await addGuest(app);
    const refused = [
      ['GET', paths.wallet],
      ['POST', paths.topUps],
      ['GET', paths.coupons],
      ['POST', paths.coupons],
      ['GET', paths.referral],
      ['PATCH', paths.me],
      ['DELETE', paths.me],
      ['GET', paths.myData],
      ['POST', paths.myPhone],
      ['GET', paths.mySessions],
    ] as const;
    for (const [method, path] of refused) {
      const answer = await app.call(path, {
        method,
        session,
        key: randomUUID(),
        body: method === 'GET' ? undefined : {},
      });
      expect({ method, path, code: codeOf(answer) }).toEqual({ method, path, code: 'forbidden' });
    }
    // Nobody can use the invite code of a guest.
    const invited = await (await textCode(app, freshPhone()))(undefined, user.inviteCode);
    expect(SignedIn.parse(invited.body).invite).toBe('inviteUnknown');
  });

  test('the browser and the card of a guest are forgotten after the order is paid', async () => {
    await atStation();
    const guest = await addGuest(app);
    const { id } = await started(guest, await renting.addCard(guest));
    const identifiers = () =>
      app.deps.db
        .selectFrom('rentals')
        .select(['guest_device', 'guest_card'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    await cleanUp(app.deps);
    expect((await identifiers()).guest_card).not.toBeNull();
    await renting.bringBack(1);
    await cleanUp(app.deps);
    expect(await identifiers()).toEqual({ guest_device: null, guest_card: null });
  });

  test('the books agree with all payments of the tests above', async () => {
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });
});

forEachEngine((engine) => {
  test('above the limit of an address, each new guest needs a solved challenge, up to a second limit', async () => {
    const env = { CODES_PER_ADDRESS: '2', CODES_CHALLENGE_BITS: '4' };
    const app = await startTestApp({ engine, clock: new StoppedClock(), env });
    for (let i = 0; i < 2; i++) expect((await askForGuest(app)).status).toBe(201);
    const challengeOf = (answer: CallAnswer) => {
      const { code, challenge = '' } = Problem.parse(answer.body);
      expect(code).toBe('challengeNeeded');
      return challenge;
    };
    for (let i = 0; i < 8; i++) {
      const solution = solve(challengeOf(await askForGuest(app)), 4);
      expect((await askForGuest(app, '', solution)).status).toBe(201);
      // A solution is valid only once.
      challengeOf(await askForGuest(app, '', solution));
    }
    const solution = solve(challengeOf(await askForGuest(app)), 4);
    expect(codeOf(await askForGuest(app, '', solution))).toBe('tooManyRequests');
    await app.close();
  });
});

function solve(challenge: string, bits: number): string {
  for (let n = 0; ; n++) {
    const solution = `${challenge}:${n}`;
    const hash = BigInt(`0x${createHash('sha256').update(solution).digest('hex')}`);
    if (hash >> BigInt(256 - bits) === 0n) return solution;
  }
}
