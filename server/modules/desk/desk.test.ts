import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CaseActed, CaseList, CaseProblem, CaseShown } from '../../../contract/operators/desk.ts';
import { KeyAdded } from '../../../contract/operators/team.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { ReportList } from '../../../contract/support.ts';
import { registerOrderJobs } from '../../composition.ts';
import { reportOverdue } from '../../jobs/overdueCases.ts';
import { createLogger } from '../../log/logger.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { countLockWaits, forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';
import { lockRental } from '../rentalRecords/rentals.ts';
import { claimReturn } from '../rental/claims/claimReturn.ts';
import { checkClaim } from '../rental/claims/decideClaim.ts';
import { reportFaulty } from '../rental/faulty/reportFaulty.ts';
import { reportNotEjected } from '../rental/reportNotEjected.ts';
import { RentalTimers } from '../rental/timers.ts';
import { caseKinds, outcomesOf, type SupportCaseKind } from '../support/caseKinds.ts';
import { openCase } from '../support/cases.ts';

const key = 'operators-key-of-the-tests-0123456789';
const hour = 60 * 60;
const isKind = (name: string): name is SupportCaseKind => Object.hasOwn(caseKinds, name);
const kinds = Object.keys(caseKinds).filter(isKind);

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;

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
  });

  const call = (path: string, body?: object, more: { who?: string; idempotency?: string } = {}) =>
    app.call(`/api/ops/cases${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': more.who ?? 'ada' },
      ...(body && { body, key: more.idempotency ?? randomUUID() }),
    });
  const show = async (number: string) => CaseShown.parse((await call(`/${number}`)).body);
  const list = async (query: string) => CaseList.parse((await call(query)).body).cases;
  const close = (number: string, outcome: object, more: object = {}) =>
    call(`/${number}/close`, { outcome, why: 'seen in the time line', ...more });
  const problemOf = (answer: { status: number; body: unknown }) => {
    const { code, detail = '' } = CaseProblem.parse(answer.body);
    return { status: answer.status, code, detail };
  };
  const orderOf = async (id: string) =>
    Order.parse((await app.call(fillPath(paths.order, { id }), { session: rider.sessionId })).body);
  const caseAnswers = async () =>
    NotificationList.parse(
      (await app.call(paths.notifications, { session: rider.sessionId })).body,
    ).notifications.filter(({ kind }) => kind === 'caseAnswered');
  const reports = async () =>
    ReportList.parse((await app.call(paths.supportReports, { session: rider.sessionId })).body)
      .reports;
  const acts = (subject: string) =>
    app.deps.db
      .selectFrom('operator_actions')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('id')
      .execute();
  const booksAreRight = async () => expect(await auditLedger(app.deps.db)).toEqual([]);

  /** A settled order with a bill of 300 cents: the unlock fee, and two begun hours. */
  const settled = async () => renting.rent(rider, await renting.addCard(rider), 90);
  /** A running order. */
  const running = async () => {
    const started = await renting.start(rider, await renting.addCard(rider));
    const { id, slot } = Order.parse(started.body);
    await renting.settle();
    return { ...(await orderOf(id)), slot: slot ?? 0 };
  };
  /** The case of a dispute about an order. */
  const disputed = async (order: Pick<Order, 'id' | 'number'>) => {
    const note = 'Ten minutes only.';
    await app.call(fillPath(paths.dispute, { id: order.id }), {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { reason: 'wrongAmount', note },
    });
    const disputes = await list('?kind=dispute&limit=100');
    return { number: disputes.find((one) => one.order === order.number)?.number ?? '', note };
  };
  const open = async (kind: SupportCaseKind, about: object = {}) => {
    const caseKey = randomUUID();
    await transact(app.deps, (work) => openCase(work, { kind, key: caseKey, ...about }));
    const { number } = await app.deps.db
      .selectFrom('support_cases')
      .select('number')
      .where('key', '=', `${kind}:${caseKey}`)
      .executeTakeFirstOrThrow();
    return number;
  };
  /** The serial number of a charger in a slot. */
  const dockedCharger = async () => {
    const slots = await app.deps.db
      .selectFrom('slots')
      .select('charger')
      .where('station_id', '=', renting.cabinet.stationId)
      .where('state', '=', 'occupied')
      .execute();
    return slots[0]?.charger ?? '';
  };
  const chargerState = async (serial: string) =>
    (
      await app.deps.db
        .selectFrom('chargers')
        .select('state')
        .where('serial', '=', serial)
        .executeTakeFirstOrThrow()
    ).state;

  /** Whether a charger is held back, or is not `docked`. */
  const isHeld = async (serial: string) => {
    const row = await app.deps.db
      .selectFrom('chargers')
      .select(['state', 'held_back_at'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow();
    return row.state !== 'docked' || row.held_back_at !== null;
  };

  describe('every kind of case @slow', () => {
    test.each(kinds)('%s is listed, shown with its evidence, and closed', async (kind) => {
      const order = await settled();
      const number = await open(kind, { rentalId: order.id, stationId: order.station.id });
      expect((await list(`?kind=${kind}&limit=100`)).map((one) => one.number)).toContain(number);
      const shown = await show(number);
      expect(shown).toMatchObject({ kind, state: 'open', overdue: false, order: order.number });
      expect(shown.outcomes).toEqual(outcomesOf(kind));
      const what = shown.timeLine.map((entry) => `${entry.by} ${entry.what}`);
      expect(what).toEqual(
        expect.arrayContaining([
          'rider ordered',
          'payment requested',
          'payment captured',
          'server ejectCommand',
          'cabinet ejected',
          'cabinet returned',
          'message returned',
          'case opened',
        ]),
      );
      const answer = await close(number, { kind: 'none' }, { answer: 'We have looked at it.' });
      expect(CaseActed.parse(answer.body).case).toMatchObject({
        state: 'closed',
        closedBy: 'ada',
        outcome: { kind: 'none' },
      });
      expect(await acts(number)).toMatchObject([
        {
          who: 'ada',
          action: 'case.close',
          why: 'seen in the time line',
          before: { state: 'open' },
          after: { state: 'closed', outcome: { kind: 'none' } },
        },
      ]);
      expect(await caseAnswers()).toHaveLength(1);
      expect(await list(`?kind=${kind}&limit=100`)).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ number })]),
      );
      expect(await list(`?kind=${kind}&state=closed&limit=100`)).toEqual(
        expect.arrayContaining([expect.objectContaining({ number })]),
      );
    });

    const owner = { rider: null as Rider | null, order: null as Order | null };
    /** A large unpaid order. Each test waives a small part of it. */
    const unpaid = async () => {
      if (owner.rider && owner.order) return { rider: owner.rider, order: owner.order };
      const order = await renting.rent(rider, await renting.addCard(rider, 'failsLater'), 40 * 60);
      Object.assign(owner, { rider, order });
      return { rider, order };
    };
    /** What the rider sees and what the ledger contains, before or after an act. */
    const stateOf = async (by: Rider, order: Order) => {
      const { body } = await app.call(fillPath(paths.order, { id: order.id }), {
        session: by.sessionId,
      });
      const { body: list100 } = await app.call(`${paths.notifications}?limit=100`, {
        session: by.sessionId,
      });
      const messages = NotificationList.parse(list100).notifications;
      return {
        order: Order.parse(body),
        net: payments.netCapturedOf(order.number),
        messages: messages.filter(({ kind }) => kind === 'caseAnswered'),
        booked: (
          await app.deps.db
            .selectFrom('ledger_entries')
            .innerJoin('ledger_transactions as booked', 'booked.id', 'transaction_id')
            .select(['amount', 'booked.key'])
            .where('booked.rental_id', '=', order.id)
            .where((of) =>
              of.or([
                of('booked.key', 'like', 'refundedBill:%'),
                of('booked.key', 'like', 'supportRefund:%'),
              ]),
            )
            .execute()
        ).reduce((sum, { amount }) => sum + amount, 0),
      };
    };
    // CI tries each kind of case and each outcome at least once. `npm run test:all` tries all pairs.
    const tried = new Set<string>();
    const fitting = kinds.flatMap((kind) =>
      outcomesOf(kind).map((outcome) => {
        const tag = tried.has(kind) && tried.has(outcome) ? ' @all' : '';
        tried.add(kind).add(outcome);
        return [kind, outcome, tag] as const;
      }),
    );

    test.each(fitting)('the case %s closes with the outcome %s%s', async (kind, outcome) => {
      const about = outcome === 'waive' ? await unpaid() : null;
      const by = about?.rider ?? rider;
      const order = about?.order ?? (await (outcome === 'endRental' ? running() : settled()));
      const isAboutCharger = outcome === 'holdBack' || outcome === 'release';
      const charger = await dockedCharger();
      const stationId = renting.cabinet.stationId;
      if (outcome === 'release') {
        const held = await open('reportedCharger', { stationId, details: { charger } });
        await close(held, { kind: 'holdBack' });
      }
      const before = await stateOf(by, order);
      const number = await open(kind, {
        rentalId: order.id,
        stationId,
        ...(isAboutCharger && { details: { charger } }),
      });
      expect(await list(`?kind=${kind}&limit=100`)).toEqual(
        expect.arrayContaining([expect.objectContaining({ number, order: order.number })]),
      );
      const shown = await show(number);
      expect(shown.outcomes).toContain(outcome);
      expect(shown.orderNow).toMatchObject({
        state: before.order.state,
        paid: before.order.paid,
        due: before.order.due,
      });
      if (isAboutCharger) expect(shown.charger?.serial).toBe(charger);
      expect(shown.timeLine.map((entry) => `${entry.by} ${entry.what}`)).toEqual(
        expect.arrayContaining([
          'rider ordered',
          'server ejectCommand',
          // The time line shows the cabinet's events about the charger of the case. If this is not
          // the charger of the order, there may be no event `ejected`.
          ...(isAboutCharger ? [] : ['cabinet ejected']),
          'case opened',
        ]),
      );
      const now = app.deps.clock.now().toISOString();
      const lowers = outcome === 'refund' || outcome === 'waive' ? 1 : 0;
      const done = {
        kind: outcome,
        ...(lowers > 0 && { amount: lowers }),
        ...(outcome === 'endRental' && { at: now }),
        ...(isAboutCharger && { charger }),
      };
      const closed = await close(number, done);
      expect(closed.status).toBe(200);
      const stored = { ...done, ...(lowers > 0 && { currency: 'USD' }) };
      expect(CaseActed.parse(closed.body).case).toMatchObject({
        state: 'closed',
        closedBy: 'ada',
        outcome: stored,
      });
      expect(await acts(number)).toMatchObject([
        {
          who: 'ada',
          action: 'case.close',
          why: 'seen in the time line',
          before: { state: 'open', outcome: null },
          after: { state: 'closed', outcome: stored },
        },
      ]);
      await renting.settle();
      const after = await stateOf(by, order);
      // Only the decided amount moves, and the ledger contains it.
      expect(after.booked - before.booked).toBe(lowers);
      expect(before.order.due.amount - after.order.due.amount).toBe(outcome === 'waive' ? 1 : 0);
      if (outcome === 'endRental') {
        expect(after.order).toMatchObject({ status: 'complete', returnedAt: now });
        expect(after.net).toBe(after.order.total?.amount);
        await renting.bringBack(order.slot ?? 0);
      } else {
        expect(before.net - after.net).toBe(outcome === 'refund' ? 1 : 0);
      }
      // The rider gets a notification only if the outcome changes something for the rider.
      const isFelt = ['refund', 'waive', 'endRental'].includes(outcome);
      expect(after.messages.length - before.messages.length).toBe(isFelt ? 1 : 0);
      if (outcome === 'refund') {
        expect(after.messages[0]).toMatchObject({ outcome: 'refunded', amount: { amount: 1 } });
      }
      if (outcome === 'holdBack') {
        expect(await isHeld(charger)).toBe(true);
        await close(await open('reportedCharger', { details: { charger } }), { kind: 'release' });
      }
      if (isAboutCharger) expect(await isHeld(charger)).toBe(false);
      await booksAreRight();
    });

    test('an outcome that does not fit a kind is refused', async () => {
      const order = await settled();
      const number = await open('codeCap', { rentalId: order.id });
      const refused = await close(number, { kind: 'refund', amount: 'all' });
      expect(problemOf(refused)).toMatchObject({ status: 409, code: 'outcomeNotPossible' });
      expect(await show(number)).toMatchObject({ state: 'open', outcome: null });
      expect(await acts(number)).toEqual([]);
    });
  });

  describe('outcomes', () => {
    test('a part of a bill is refunded without a dispute of the rider', async () => {
      const order = await settled();
      const opened = await call('', { order: order.number.toLowerCase(), why: 'a call' });
      expect(opened.status).toBe(201);
      const { number } = CaseActed.parse(opened.body).case;
      const answer = await close(
        number,
        { kind: 'refund', amount: 120 },
        { answer: 'Sorry. You get a part back.' },
      );
      expect(CaseActed.parse(answer.body).case.outcome).toEqual({
        kind: 'refund',
        amount: 120,
        currency: 'USD',
      });
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(180);
      expect(await orderOf(order.id)).toMatchObject({ total: { amount: 180 }, dispute: null });
      expect(await reports()).toMatchObject([
        {
          number,
          kind: 'fromSupport',
          answer: 'Sorry. You get a part back.',
          order: { number: order.number },
          decision: { kind: 'refund', amount: { amount: 120 } },
        },
      ]);
      expect(await caseAnswers()).toHaveLength(1);
      await booksAreRight();
    });

    test('several cases about one order refund no more than was paid @slow', async () => {
      const order = await settled();
      const [first, second] = [
        await open('operator', { rentalId: order.id }),
        await open('notEjected', { rentalId: order.id }),
      ];
      expect((await close(first, { kind: 'refund', amount: 200 })).status).toBe(200);
      // The first refund is only decided, not yet performed, but it already counts.
      const refused = problemOf(await close(second, { kind: 'refund', amount: 101 }));
      expect(refused).toEqual({
        status: 422,
        code: 'amountTooLarge',
        detail: `Order ${order.number}: the refund must be from 1 to 100, not 101.`,
      });
      expect((await close(second, { kind: 'refund', amount: 'all' })).status).toBe(200);
      await renting.settle();
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(0);
      await booksAreRight();
    });

    test.each(['before', 'after'] as const)(
      'a refund whose answer was lost %s its effect is made once',
      async (loss) => {
        const order = await settled();
        const number = await open('operator', { rentalId: order.id });
        payments.lose = () => loss;
        expect((await close(number, { kind: 'refund', amount: 120 })).status).toBe(200);
        await renting.settle();
        payments.lose = () => null;
        app.deps.clock.advance(hour);
        await renting.settle();
        expect(payments.netCapturedOf(order.number)).toBe(180);
        await booksAreRight();
      },
    );

    test('a refund of a dispute is the decision about the dispute', async () => {
      const order = await settled();
      const { number, note } = await disputed(order);
      expect(await show(number)).toMatchObject({ words: note, state: 'open' });
      await close(number, { kind: 'refund', amount: 100 });
      await renting.settle();
      expect(await orderOf(order.id)).toMatchObject({
        dispute: { state: 'refunded', refunded: { amount: 100 } },
      });
      expect(await caseAnswers()).toMatchObject([{ outcome: 'refunded', order: { id: order.id } }]);
      await booksAreRight();
    });

    test.each([{ kind: 'endRental' }, { kind: 'resume' }, { kind: 'holdBack' }])(
      'the outcome $kind is refused for a dispute, and does not reject the dispute',
      async (outcome) => {
        const order = await settled();
        const { number } = await disputed(order);
        const at = { ...(outcome.kind === 'endRental' && { at: order.startedAt }) };
        const refused = problemOf(await close(number, { ...outcome, ...at }));
        expect(refused).toMatchObject({ status: 409, code: 'outcomeNotPossible' });
        expect(await orderOf(order.id)).toMatchObject({ dispute: { state: 'open' } });
        expect(await show(number)).toMatchObject({ outcomes: ['refund', 'waive', 'none'] });
        expect(await caseAnswers()).toEqual([]);
        expect((await close(number, { kind: 'none' })).status).toBe(200);
        expect(await orderOf(order.id)).toMatchObject({ dispute: { state: 'rejected' } });
      },
    );

    test('an unpaid bill is waived', async () => {
      const card = await renting.addCard(rider, 'failsLater');
      const order = await renting.rent(rider, card, 40 * 60);
      expect(order.status).toBe('unpaid');
      const number = await open('operator', { rentalId: order.id });
      const tooMuch = problemOf(
        await close(number, { kind: 'waive', amount: order.due.amount + 1 }),
      );
      expect(tooMuch).toMatchObject({ status: 422, code: 'amountTooLarge' });
      expect((await close(number, { kind: 'waive', amount: 'all' })).status).toBe(200);
      expect(await orderOf(order.id)).toMatchObject({ status: 'complete', due: { amount: 0 } });
      expect(await reports()).toMatchObject([
        { decision: { kind: 'waive', amount: { amount: order.due.amount } } },
      ]);
      await booksAreRight();
    });

    test('if nothing was paid, the notification about a decided dispute reports a waiver', async () => {
      const order = await renting.rent(rider, await renting.addCard(rider, 'failsLater'), 40 * 60);
      expect(order).toMatchObject({ status: 'unpaid', paid: { amount: 0 } });
      const { number } = await disputed(order);
      expect((await close(number, { kind: 'waive', amount: 'all' })).status).toBe(200);
      expect(await caseAnswers()).toMatchObject([
        { outcome: 'refunded', waived: true, amount: { amount: order.due.amount } },
      ]);
      expect((await show(number)).outcome).toMatchObject({ kind: 'waive' });
      await booksAreRight();
    });

    test('a running rental ends at the time that the operator gives', async () => {
      const order = await running();
      app.deps.clock.advance(5 * hour);
      const number = await open('returnedButRunning', { rentalId: order.id });
      const at = new Date(Date.parse(order.startedAt ?? '') + 90 * 60_000).toISOString();
      const early = new Date(Date.parse(order.startedAt ?? '') - 1).toISOString();
      expect(problemOf(await close(number, { kind: 'endRental', at: early }))).toMatchObject({
        code: 'outcomeNotPossible',
      });
      expect((await close(number, { kind: 'endRental', at })).status).toBe(200);
      await renting.settle();
      expect(await orderOf(order.id)).toMatchObject({
        status: 'complete',
        returnedAt: at,
        total: { amount: 300 },
      });
      expect(payments.netCapturedOf(order.number)).toBe(300);
      const charger = (await show(number)).charger?.serial ?? '';
      expect(await chargerState(charger)).toBe('missing');
      await renting.bringBack(order.slot);
      expect(await chargerState(charger)).toBe('docked');
      await booksAreRight();
    });

    test('the case of a claim that stops the clock closes only with a decision about the claim', async () => {
      const order = await running();
      await transact(app.deps, (work) =>
        claimReturn(work, app.deps.settings, rider.userId, order.id, { kind: 'cannotReturn' }),
      );
      app.deps.clock.advance(11 * 60);
      await transact(app.deps, async (work) => checkClaim(work, await lockRental(work, order.id)));
      const number = (await orderOf(order.id)).claim?.number ?? '';
      for (const outcome of [{ kind: 'none' }, { kind: 'holdBack' }, { kind: 'release' }]) {
        expect(problemOf(await close(number, outcome))).toMatchObject({
          status: 409,
          code: 'outcomeNotPossible',
          detail: expect.stringContaining('stands still'),
        });
      }
      const other = await open('report', { rentalId: order.id });
      expect((await close(other, { kind: 'none' })).status).toBe(200);
      expect((await close(number, { kind: 'resume' })).status).toBe(200);
      expect((await orderOf(order.id)).claim).toMatchObject({ state: 'refused' });
      await renting.bringBack(order.slot);
      await renting.settle();
    });

    test('only the case of a claim decides the claim: the claim stays open if another case is resumed', async () => {
      const order = await running();
      await transact(app.deps, (work) =>
        claimReturn(work, app.deps.settings, rider.userId, order.id, { kind: 'cannotReturn' }),
      );
      app.deps.clock.advance(11 * 60);
      await transact(app.deps, async (work) => checkClaim(work, await lockRental(work, order.id)));
      const other = await open('report', { rentalId: order.id });
      expect((await close(other, { kind: 'resume' })).status).toBe(200);
      await renting.settle();
      const { claim } = await orderOf(order.id);
      expect(claim).toMatchObject({ state: 'support', endedAt: null });
      expect((await close(claim?.number ?? '', { kind: 'resume' })).status).toBe(200);
      expect((await orderOf(order.id)).claim).toMatchObject({ state: 'refused' });
      await renting.bringBack(order.slot);
      await renting.settle();
    });

    test('a rental whose clock a claim stopped is not billed beyond the claim', async () => {
      const order = await running();
      app.deps.clock.advance(90 * 60);
      await transact(app.deps, (work) =>
        claimReturn(work, app.deps.settings, rider.userId, order.id, { kind: 'cannotReturn' }),
      );
      app.deps.clock.advance(5 * hour);
      await transact(app.deps, async (work) => checkClaim(work, await lockRental(work, order.id)));
      const { number = '', at: claimedAt } = (await orderOf(order.id)).claim ?? {};
      const at = app.deps.clock.now().toISOString();
      expect((await close(number, { kind: 'endRental', at })).status).toBe(200);
      await renting.settle();
      expect(await orderOf(order.id)).toMatchObject({
        returnedAt: claimedAt,
        total: { amount: 300 },
        claim: { state: 'confirmed' },
      });
      expect((await show(number)).outcome).toEqual({ kind: 'endRental', at: claimedAt });
      await renting.bringBack(order.slot);
      await booksAreRight();
    });

    describe('the end of a rental that does not run', () => {
      let shared: Renting;
      beforeEach(async () => {
        // After some of these rentals, the cabinet contains a charger that nobody can rent, so each
        // test has its own cabinet.
        shared = renting;
        renting = await Renting.at(app);
      });
      afterEach(() => {
        renting = shared;
      });

      const stateOf = ({ id }: Pick<Order, 'id'>) =>
        transact(app.deps, async (work) => (await lockRental(work, id)).state);
      const denyEject = ({ id }: Pick<Order, 'id'>) =>
        transact(app.deps, (work) => reportNotEjected(work, app.deps.settings, rider.userId, id));
      const halfAnHourIn = ({ startedAt }: Pick<Order, 'startedAt'>) =>
        new Date(Date.parse(startedAt ?? '') + 30 * 60_000).toISOString();
      const expectRefused = async (order: Pick<Order, 'id' | 'number'>, at: string) => {
        const state = await stateOf(order);
        const number = await open('operator', { rentalId: order.id });
        expect(problemOf(await close(number, { kind: 'endRental', at }))).toEqual({
          status: 409,
          code: 'outcomeNotPossible',
          detail: `Order ${order.number} is ${state}, and cannot end at this time.`,
        });
        expect(await show(number)).toMatchObject({ state: 'open', outcome: null });
        expect(await stateOf(order)).toBe(state);
      };

      test('a rental in review is not ended', async () => {
        const order = await running();
        await denyEject(order);
        app.deps.clock.advance(3 * 60);
        await new RentalTimers(app.deps).runDue();
        expect(await stateOf(order)).toBe('review');
        await expectRefused(order, app.deps.clock.now().toISOString());
        await booksAreRight();
      });

      test('a failed rental is not ended', async () => {
        const order = await running();
        const { cabinet } = renting;
        cabinet.slots.set(order.slot, `${cabinet.stationId}-${order.slot}`);
        await denyEject(order);
        app.deps.clock.advance(60);
        await renting.settle();
        expect(await stateOf(order)).toBe('failed');
        await expectRefused(order, app.deps.clock.now().toISOString());
        await booksAreRight();
      });

      test('a rental is not ended while its charger is being swapped', async () => {
        const order = await running();
        await transact(app.deps, (work) => reportFaulty(work, rider.userId, order.id, {}));
        expect(await stateOf(order)).toBe('ejecting');
        await expectRefused(order, app.deps.clock.now().toISOString());
        await renting.settle();
        expect(await stateOf(order)).toBe('charging');
        await booksAreRight();
      });

      test('a returned rental is not ended again while its bill is being settled', async () => {
        const order = await running();
        app.deps.clock.advance(90 * 60);
        payments.lose = () => 'before';
        await renting.bringBack(order.slot);
        expect(await stateOf(order)).toBe('settling');
        await expectRefused(order, halfAnHourIn(order));
        payments.lose = () => null;
        app.deps.clock.advance(hour);
        await renting.settle();
        expect(await orderOf(order.id)).toMatchObject({
          status: 'complete',
          total: { amount: 300 },
        });
        await booksAreRight();
      });

      test('a lost rental whose charger was found is ended once while its bill is being settled', async () => {
        const order = await running();
        const timers = new RentalTimers(app.deps);
        for (let day = 0; day < 3; day++) {
          app.deps.clock.advance(24 * hour);
          await timers.runDue();
          await renting.settle();
        }
        expect(await stateOf(order)).toBe('lost');
        payments.lose = () => 'before';
        await renting.bringBack(order.slot);
        expect(await stateOf(order)).toBe('settling');
        const number = await open('operator', { rentalId: order.id });
        const at = halfAnHourIn(order);
        expect((await close(number, { kind: 'endRental', at })).status).toBe(200);
        await renting.settle();
        expect(await stateOf(order)).toBe('settling');
        await expectRefused(order, at);
        payments.lose = () => null;
        app.deps.clock.advance(hour);
        await renting.settle();
        expect(await orderOf(order.id)).toMatchObject({ status: 'complete', returnedAt: at });
        await booksAreRight();
      });
    });

    test('a charger is held back and released', async () => {
      const charger = await dockedCharger();
      const stationId = renting.cabinet.stationId;
      const stock = async () =>
        (
          await app.deps.db
            .selectFrom('stations')
            .select('chargers')
            .where('id', '=', stationId)
            .executeTakeFirstOrThrow()
        ).chargers;
      const before = await stock();
      const first = await open('reportedCharger', { stationId, details: { charger } });
      await close(first, { kind: 'holdBack' });
      expect(await isHeld(charger)).toBe(true);
      expect(await stock()).toBe(before - 1);
      const second = await open('ejectedButInside', { stationId, details: { charger } });
      await close(second, { kind: 'release' });
      expect(await isHeld(charger)).toBe(false);
      expect(await stock()).toBe(before);
      const third = await open('chargerMissing', { stationId, details: { charger } });
      expect(problemOf(await close(third, { kind: 'release' }))).toMatchObject({ status: 409 });
    });

    test('a rented charger is not held back', async () => {
      const order = await running();
      const number = await open('reportedCharger', { rentalId: order.id });
      expect(problemOf(await close(number, { kind: 'holdBack' })).detail).toContain('is rented');
      await renting.bringBack(order.slot);
    });

    test('a payment without an answer is tried again at once', async () => {
      const order = await settled();
      payments.lose = () => 'before';
      const refund = await open('operator', { rentalId: order.id });
      await close(refund, { kind: 'refund', amount: 50 });
      await renting.settle();
      payments.lose = () => null;
      const number = await open('moneyUnknown', { rentalId: order.id });
      expect((await close(number, { kind: 'resume' })).status).toBe(200);
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(250);
      await booksAreRight();
    });
  });

  describe('acts', () => {
    test('if two operators close a case at the same time, the second operator gets the outcome of the first', async () => {
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      const answers = await Promise.all([
        call(`/${number}/close`, { outcome: { kind: 'refund', amount: 100 }, why: 'a' }),
        call(
          `/${number}/close`,
          { outcome: { kind: 'refund', amount: 200 }, why: 'b' },
          { who: 'bob' },
        ),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const refused = CaseProblem.parse(answers.find(({ status }) => status === 409)?.body);
      const won = (await show(number)).outcome;
      expect(refused).toMatchObject({
        code: 'caseClosed',
        case: { state: 'closed', outcome: won },
      });
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(300 - (won?.amount ?? 0));
      expect(await acts(number)).toHaveLength(1);
    });

    const orders = [
      ['ada', 'bob'],
      ['bob', 'ada'],
    ] as const;

    test.each(orders)('if %s closes a case first, %s gets the outcome', async (first, second) => {
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      const path = `/${number}/close`;
      const refund = (amount: number, who: string) =>
        call(path, { outcome: { kind: 'refund', amount }, why: who }, { who });
      expect((await refund(100, first)).status).toBe(200);
      const refused = CaseProblem.parse((await refund(200, second)).body);
      expect(refused).toMatchObject({
        code: 'caseClosed',
        detail: expect.stringMatching(
          new RegExp(`^Case ${number} was closed at \\S+ by ${first}: refund 100 USD\\.$`),
        ),
        case: { state: 'closed', closedBy: first, outcome: { kind: 'refund', amount: 100 } },
      });
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(200);
      expect(await acts(number)).toMatchObject([{ who: first }]);
    });

    test.skipIf(engine === 'pglite').each(orders)(
      'both close a case at the same time: %s is first, and %s gets the outcome',
      async (first, second) => {
        const { db } = app.deps;
        const order = await settled();
        const number = await open('operator', { rentalId: order.id });
        const close = (who: string, outcome: object) =>
          call(`/${number}/close`, { outcome, why: who }, { who });
        // Both transactions wait for the lock of the rental. PostgreSQL gives them the lock in the order of their
        // calls.
        const { both } = await db.transaction().execute(async (trx) => {
          const rental = trx.selectFrom('rentals').selectAll().where('id', '=', order.id);
          await rental.forUpdate().execute();
          const one = close(first, { kind: 'refund', amount: 100 });
          await expect.poll(() => countLockWaits(db)).toBe(1);
          const two = close(second, { kind: 'none' });
          await expect.poll(() => countLockWaits(db)).toBe(2);
          return { both: Promise.all([one, two]) };
        });
        const [won, lost] = await both;
        expect(CaseActed.parse(won.body).case).toMatchObject({ closedBy: first });
        expect(CaseProblem.parse(lost.body)).toMatchObject({
          code: 'caseClosed',
          case: { closedBy: first, outcome: { kind: 'refund', amount: 100 } },
        });
        await renting.settle();
        expect(payments.netCapturedOf(order.number)).toBe(200);
        expect(await acts(number)).toMatchObject([{ who: first }]);
      },
    );

    test('a repeated act changes nothing, and its key is refused for another act', async () => {
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      const idempotency = randomUUID();
      const body = { outcome: { kind: 'refund', amount: 100 }, why: 'a' };
      await call(`/${number}/close`, body, { idempotency });
      const again = await call(`/${number}/close`, body, { idempotency });
      expect(CaseActed.parse(again.body).repeated).toBe(true);
      const other = await call(
        `/${number}/close`,
        { outcome: { kind: 'refund', amount: 150 }, why: 'a' },
        { idempotency },
      );
      expect(problemOf(other)).toMatchObject({ status: 422, code: 'keyReused' });
      await renting.settle();
      expect(payments.netCapturedOf(order.number)).toBe(200);
      expect(await caseAnswers()).toHaveLength(1);
    });

    test('a repeated request opens one case, and its key is refused for a case about another order', async () => {
      const [order, other] = [await settled(), await settled()];
      const idempotency = randomUUID();
      const ask = ({ number }: Pick<Order, 'number'>) =>
        call('', { order: number, why: 'a call' }, { idempotency });
      const opened = CaseActed.parse((await ask(order)).body);
      expect(CaseActed.parse((await ask(order)).body)).toMatchObject({
        case: { number: opened.case.number, order: order.number },
        repeated: true,
      });
      expect(problemOf(await ask(other))).toMatchObject({ status: 422, code: 'keyReused' });
      const [act] = await acts(opened.case.number);
      expect(act?.details).toEqual({ order: order.number });
    });

    test('a case is assigned, found by its assignee and answered, and then waits for the rider', async () => {
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      const me = `ada ${number}`;
      await call(`/${number}/assign`, { assignee: me });
      const found = (await call(`?assignee=${encodeURIComponent(me)}`)).body;
      expect(CaseList.parse(found).cases.map((one) => one.number)).toEqual([number]);
      await call(`/${number}/answer`, { answer: '¿Cuándo lo devolvió?' });
      expect(await show(number)).toMatchObject({
        state: 'waiting',
        waitsFor: 'rider',
        answer: '¿Cuándo lo devolvió?',
      });
      await call(`/${number}/wait`, { waitsFor: null, why: 'the rider has answered' });
      expect(await show(number)).toMatchObject({ state: 'open', waitsFor: null });
      expect((await acts(number)).map(({ action }) => action)).toEqual([
        'case.assign',
        'case.answer',
        'case.wait',
      ]);
      // The record of operators does not contain the answer's text, because it may name the rider.
      expect(JSON.stringify(await acts(number))).not.toContain('Cuándo');
    });

    test('the list has pages', async () => {
      const numbers = new Set<string>();
      for (let i = 0; i < 3; i++) numbers.add(await open('cabinetFault'));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = CaseList.parse((await call(`?state=all&limit=2${query}`)).body);
        seen.push(...page.cases.map(({ number }) => number));
        cursor = page.nextCursor;
      }
      expect(seen.filter((number) => numbers.has(number))).toHaveLength(3);
      expect(new Set(seen).size).toBe(seen.length);
    });

    test('the cases of an order are listed by its number', async () => {
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      const found = await list(`?order=${order.number.toLowerCase()}`);
      expect(found.map((one) => one.number)).toEqual([number]);
      expect(await list('?order=R-NONE-NONE')).toEqual([]);
    });

    test('finance refunds, and leaves every other decision about a rental to support', async () => {
      const name = `finance ${randomUUID()}`;
      const admin = { authorization: `Bearer ${key}`, 'x-operator': 'root' };
      const why = 'a test';
      const post = (path: string, body: object) =>
        app.call(`/api/ops/${path}`, { method: 'POST', headers: admin, body, key: randomUUID() });
      await post('operators', { name, roles: ['finance'], why });
      const path = `operators/${encodeURIComponent(name)}/keys`;
      const added = KeyAdded.parse((await post(path, { label: 'laptop', why })).body);
      const closeAsFinance = (number: string, outcome: object) =>
        app.call(`/api/ops/cases/${number}/close`, {
          method: 'POST',
          headers: { authorization: `Bearer ${added.key}` },
          body: { outcome, why },
          key: randomUUID(),
        });
      const order = await settled();
      const number = await open('operator', { rentalId: order.id });
      for (const kind of ['none', 'resume', 'holdBack', 'endRental']) {
        expect(problemOf(await closeAsFinance(number, { kind }))).toEqual({
          status: 403,
          code: 'roleMissing',
          detail: `The outcome ${kind} of a case of kind operator needs the role support.`,
        });
      }
      const refunded = await closeAsFinance(number, { kind: 'refund', amount: 10 });
      expect(CaseActed.parse(refunded.body).case).toMatchObject({ closedBy: name });
      const dispute = await disputed(order);
      expect((await closeAsFinance(dispute.number, { kind: 'none' })).status).toBe(200);
      const report = await open('report', { rentalId: order.id });
      expect((await closeAsFinance(report, { kind: 'none' })).status).toBe(403);
    });

    test('strangers and riders get nothing', async () => {
      const number = await open('codeCap');
      for (const authorization of [
        undefined,
        `Bearer ${rider.sessionId}`,
        `Bearer ${key}x`,
        'Bearer ',
        `Basic ${key}`,
      ]) {
        const answer = await app.call(`/api/ops/cases/${number}`, {
          headers: { 'x-operator': 'ada', ...(authorization !== undefined && { authorization }) },
        });
        expect(problemOf(answer)).toMatchObject({ status: 401, code: 'keyRefused' });
      }
    });

    test('the verification finds a changed entry in the record of operators', async () => {
      const { db } = app.deps;
      await close(await open('codeCap'), { kind: 'none' });
      const number = await open('codeCap');
      await close(number, { kind: 'none' });
      const refused = 'append-only';
      await expect(sql`update operator_actions set who = 'eve'`.execute(db)).rejects.toThrow(
        refused,
      );
      await expect(sql`delete from operator_actions`.execute(db)).rejects.toThrow(refused);
      await expect(sql`truncate operator_actions`.execute(db)).rejects.toThrow(refused);
      expect(await brokenOperatorActions(db)).toEqual([]);
      const [last] = await acts(number);
      await sql`alter table operator_actions disable trigger user`.execute(db);
      await sql`update operator_actions set who = 'eve' where id = ${last?.id}`.execute(db);
      expect(await brokenOperatorActions(db)).toHaveLength(1);
      await sql`update operator_actions set who = 'ada' where id = ${last?.id}`.execute(db);
      await sql`alter table operator_actions enable trigger user`.execute(db);
      expect(await brokenOperatorActions(db)).toEqual([]);
    });
  });

  test('an overdue case raises one alert', async () => {
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line: string) => lines.push(line) });
    const money = await open('moneyUnknown');
    const charger = await open('unknownCharger');
    const alerts = async (number: string) => {
      await reportOverdue({ ...app.deps, log });
      return lines.filter((line) => line.includes(number) && line.includes('overdue')).length;
    };
    app.deps.clock.advance(24 * hour - 60);
    expect(await alerts(money)).toBe(0);
    app.deps.clock.advance(120);
    expect(await alerts(money)).toBe(1);
    expect(await alerts(money)).toBe(1);
    expect(await alerts(charger)).toBe(0);
    expect(await show(money)).toMatchObject({ overdue: true, state: 'open' });
    app.deps.clock.advance(48 * hour);
    expect(await alerts(charger)).toBe(1);
    expect((await list('?overdue=true&limit=100')).map(({ number }) => number)).toEqual(
      expect.arrayContaining([money, charger]),
    );
  });

  test('a chargeback is due two days before the deadline of the bank', async () => {
    const deadline = new Date(app.deps.clock.now().getTime() + 7 * 24 * hour * 1000);
    const number = await open('chargeback', { deadline });
    const due = new Date(deadline.getTime() - 48 * hour * 1000).toISOString();
    expect(await show(number)).toMatchObject({ dueAt: due });
  });
});
