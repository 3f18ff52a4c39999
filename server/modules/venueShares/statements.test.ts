import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SellerAdded } from '../../../contract/operators/accounting.ts';
import {
  ClosedList,
  MonthClosed,
  PayoutList,
  PayoutRecorded,
  StatementList,
  TermsChanged,
  TermsList,
} from '../../../contract/operators/venueShares.ts';
import { registerOrderJobs } from '../../composition.ts';
import { MovableClock } from '../../time/clock.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { giveCoupon } from '../../testing/coupons.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { startOfDay } from '../../time/timeZones.ts';
import { transact } from '../../db/unitOfWork.ts';
import { auditBooks } from '../accounting/auditBooks.ts';
import { book } from '../ledger/ledger.ts';
import { venuesPayableChanges } from '../ledger/ledgerQueries.ts';
import { wrongVenuesPayable } from './auditVenues.ts';
import { bookAllMissingShares } from './bookMissing.ts';
import { registerStatementMails } from './mailStatements.ts';

const CaseOpened = z.object({ case: z.object({ number: z.string() }) });
const why = 'the contract of the owner';
const taxRate = 2100;

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  let finance: string;
  let inside: Renting;
  let outside: Renting;
  let venue: string;
  beforeAll(async () => {
    const clock = new MovableClock();
    app = await startTestApp({
      engine,
      clock,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerOrderJobs(app.deps);
    registerStatementMails(app.deps);
    operators = new Operators(app);
    finance = await operators.add('Fin', 'finance');
    await operators.call('regions', { id: 'north', name: 'The north', why });
    const seller = { name: 'Chargers', address: '1 Harbor Road', taxNumber: 'B1', taxRate };
    const body = { ...seller, timeZone: 'UTC', why };
    SellerAdded.parse((await operators.call('sellers', body, finance)).body);
    [inside, outside] = [await Renting.at(app), await Renting.at(app)];
    venue = await addVenue(inside);
    await nextMonth();
  }, 300_000);
  afterAll(() => app.close());

  const month = () => app.deps.clock.now().toISOString().slice(0, 7);
  /** Moves the clock to noon of the first day of the next month. */
  const nextMonth = async () => {
    const [year = 0, number = 0] = month().split('-').map(Number);
    const noon = startOfDay(year, number + 1, 1, 'UTC').getTime() + 12 * 60 * 60_000;
    app.deps.clock.advance((noon - app.deps.clock.now().getTime()) / 1000);
    await app.deps.outbox.idle();
  };
  let made = 0;
  const addVenue = async (renting: Renting, share = 1500): Promise<string> => {
    const id = `venue-${++made}`;
    const data = { name: 'City Mall', ownerName: 'Mall Company', region: 'north' };
    await operators.call('venues', { id, ...data, why });
    const stations = [renting.cabinet.stationId];
    expect((await operators.call(`venues/${id}/stations`, { stations, why })).status).toBe(200);
    await setShare(id, share);
    return id;
  };
  const setShare = async (id: string, share: number, from?: Date) => {
    const body = { share, why, ...(from && { from: from.toISOString() }) };
    const done = await operators.call(`venues/${id}/terms`, body, finance);
    return TermsChanged.parse(done.body).terms;
  };
  const statements = async (id: string, of: string) => {
    const path = `venues/${id}/statements?month=${of}`;
    return StatementList.parse((await operators.call(path, undefined, finance)).body).statements;
  };
  const close = (id: string, of: string, key?: string) =>
    operators.call(`venues/${id}/statements/close`, { month: of, why }, finance, key);
  const pay = (id: string, amount: number, more: object = {}, key?: string) => {
    const paidOn = app.deps.clock.now().toISOString().slice(0, 10);
    const body = { amount, currency: 'USD', paidOn, why, ...more };
    return operators.call(`venues/${id}/payouts`, body, finance, key);
  };
  const owed = async (id: string) => {
    const found = PayoutList.parse((await operators.call(`venues/${id}/payouts`)).body);
    return found.owed[0]?.amount ?? 0;
  };
  const booked = async () =>
    (await venuesPayableChanges(app.deps.db).execute()).reduce(
      (sum, { amount }) => sum + amount,
      0,
    );
  const rent = async (
    renting: Renting,
    minutes: number,
    { goCash = false, coupon = false }: { goCash?: boolean; coupon?: boolean } = {},
  ) => {
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    if (goCash) await renting.topUp(rider, card, 700, 300);
    const couponId = coupon ? await giveCoupon(app.deps.db, rider.userId) : null;
    const more = { useGoCash: goCash, ...(couponId !== null && { couponId }) };
    return renting.rent(rider, card, minutes, more);
  };
  const refund = async (order: string, amount: number | 'all') => {
    const opened = await operators.call('cases', { order, why });
    const { case: found } = CaseOpened.parse(opened.body);
    const body = { outcome: { kind: 'refund', amount }, why };
    expect((await operators.call(`cases/${found.number}/close`, body)).status).toBe(200);
    await inside.settle();
  };
  /** Books a lost chargeback with its fee. */
  const chargeBack = (rentalId: string, amount: number) =>
    transact(app.deps, async (work) => {
      const id = randomUUID();
      const about = { rentalId, currency: 'USD' };
      await book(work, {
        ...about,
        key: `chargeback:${id}`,
        entries: [{ debit: 'chargebacks', credit: 'clearing', amount }],
      });
      await book(work, {
        ...about,
        key: `chargebackFee:${id}`,
        entries: [{ debit: 'chargebackFees', credit: 'clearing', amount: 1500 }],
      });
      await book(work, {
        ...about,
        key: `chargeback:${id}:lost:1`,
        entries: [{ debit: 'chargebackLosses', credit: 'chargebacks', amount }],
      });
    });
  const file = async (path: string) =>
    fetch(`${app.url}/api/ops/${path}`, { headers: { authorization: `Bearer ${finance}` } });

  test('a month is closed once, and a refund in the next month is in the statement of that month @slow', async () => {
    const first = month();
    const order = await rent(inside, 90);
    await rent(outside, 90);
    const [open] = await statements(venue, first);
    const amount = order.total?.amount ?? 0;
    expect(open).toMatchObject({ number: null, captures: { amount }, refunds: { amount: 0 } });
    expect(refusalOf(await close(venue, first)).code).toBe('monthOpen');
    await nextMonth();
    await refund(order.number, 100);
    const second = month();
    expect(await statements(venue, second)).toMatchObject([
      { captures: { amount: 0 }, refunds: { amount: 100 } },
    ]);
    await nextMonth();
    expect(refusalOf(await close(venue, second)).code).toBe('formerMonthOpen');
    const key = randomUUID();
    const closed = MonthClosed.parse((await close(venue, first, key)).body);
    expect(closed.hasMailServer).toBe(true);
    expect(closed.statements).toMatchObject([
      {
        number: `V${first.slice(0, 4)}-000001`,
        venueName: 'City Mall',
        ownerName: 'Mall Company',
        captures: { amount },
        refunds: { amount: 0 },
      },
    ]);
    expect(MonthClosed.parse((await close(venue, first, key)).body)).toEqual({
      ...closed,
      repeated: true,
    });
    expect(refusalOf(await close(venue, first)).code).toBe('monthClosed');
    const [later] = MonthClosed.parse((await close(venue, second)).body).statements;
    expect(later).toMatchObject({ captures: { amount: 0 }, refunds: { amount: 100 } });
    expect(later?.venueShare.amount).toBeLessThan(0);
    expect(await statements(venue, first)).toEqual(closed.statements);
    const list = ClosedList.parse((await operators.call(`venue-statements?venue=${venue}`)).body);
    expect(list.statements).toEqual([later, ...closed.statements]);
    const page = await operators.call(`venue-statements?venue=${venue}&after=${later?.number}`);
    expect(ClosedList.parse(page.body).statements).toEqual(closed.statements);
    await expect(
      sql`update venue_statements set captures = 0, refunds = 0`.execute(app.deps.db),
    ).rejects.toThrow('a statement never changes');
    expect((await operators.actions(venue)).map(({ action }) => action)).toContain(
      'venue.closeMonth',
    );
  });

  test('the statement is a document, and a table with a row for each capture and refund @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station);
    const of = month();
    const order = await rent(station, 90);
    await refund(order.number, 100);
    await nextMonth();
    const [statement] = MonthClosed.parse((await close(mall, of)).body).statements;
    const csv = await (await file(`venues/${mall}/statements.csv?month=${of}`)).text();
    const rows = z.array(z.record(z.string(), z.string())).parse(parse(csv, { columns: true }));
    expect(rows.map((row) => [row['order'], row['amount'], row['share_percent']])).toEqual([
      [order.number, ((order.total?.amount ?? 0) / 100).toFixed(2), '15'],
      [order.number, '-1.00', '15'],
    ]);
    const sum = rows.reduce((total, row) => total + Number(row['venue_share']) * 100, 0);
    expect(Math.round(sum)).toBe(statement?.venueShare.amount);
    const pdf = await file(`venues/${mall}/statements.pdf?month=${of}`);
    const proxy = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
    const { text } = await extractText(proxy, { mergePages: true });
    for (const words of [statement?.number, 'Mall Company', 'Share of the venue']) {
      expect(text).toContain(words);
    }
    const missing = await operators.call(`venues/${mall}/statements.pdf?month=2020-01`);
    expect(refusalOf(missing)).toEqual({ status: 404, code: 'statementNotFound' });
  });

  test('the terms at the start of the rental count, and the rentals of a moved station stay with its former venue @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 1000);
    const of = month();
    const before = await rent(station, 90);
    await setShare(mall, 5000, new Date(app.deps.clock.now().getTime() + 3_600_000));
    app.deps.clock.advance(2 * 3600);
    const after = await rent(station, 90);
    const other = await addVenue(station, 9000);
    await refund(before.number, 'all');
    const [mine] = await statements(mall, of);
    expect(await statements(other, of)).toEqual([]);
    const base = (after.total?.amount ?? 0) - (mine?.tax.amount ?? 0);
    expect(mine?.venueShare.amount).toBe(Math.round(base / 2));
    const past = { share: 1, from: new Date(0).toISOString(), why };
    const refused = await operators.call(`venues/${mall}/terms`, past, finance);
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'timeInvalid' });
    const { terms } = TermsList.parse((await operators.call(`venues/${mall}/terms`)).body);
    expect(terms.map(({ share }) => share)).toEqual([5000, 1000]);
    const nobody = await operators.call('venues/nowhere/terms', { share: 1, why }, finance);
    expect(refusalOf(nobody)).toEqual({ status: 404, code: 'venueNotFound' });
  });

  test('a closed statement is owed to the venue until a payout of the same amount is recorded @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 5000);
    const before = await booked();
    const first = month();
    const order = await rent(station, 90);
    await nextMonth();
    const [one] = MonthClosed.parse((await close(mall, first)).body).statements;
    const share = one?.venueShare.amount ?? 0;
    expect(share).toBeGreaterThan(0);
    expect([await owed(mall), (await booked()) - before]).toEqual([share, share]);

    await refund(order.number, 100);
    const later = month();
    await rent(station, 90);
    await nextMonth();
    const [two] = MonthClosed.parse((await close(mall, later)).body).statements;
    const sum = share + (two?.venueShare.amount ?? 0);
    expect(await owed(mall)).toBe(sum);

    expect(refusalOf(await pay(mall, sum + 1)).code).toBe('amountDiffers');
    expect(refusalOf(await pay(mall, sum, { currency: 'EUR' })).code).toBe('statementNotFound');
    expect(refusalOf(await pay(mall, share, { statements: ['V2000-000001'] })).code).toBe(
      'statementNotFound',
    );
    const future = { paidOn: '2099-01-01' };
    expect(refusalOf(await pay(mall, sum, future))).toEqual({ status: 422, code: 'timeInvalid' });
    // A transfer on these days is refused, because the month of the older statement had not ended yet.
    for (const paidOn of ['1999-12-31', `${first}-01`, `${first}-28`]) {
      const refused = refusalOf(await pay(mall, sum, { paidOn }));
      expect(refused).toEqual({ status: 422, code: 'timeInvalid' });
    }
    const key = randomUUID();
    const statementsOfFirst = { statements: [one?.number], reference: 'transfer 17' };
    const done = PayoutRecorded.parse((await pay(mall, share, statementsOfFirst, key)).body);
    expect(done).toMatchObject({
      payout: { amount: { amount: share }, statements: [one?.number], reference: 'transfer 17' },
      repeated: false,
    });
    expect((await pay(mall, share, statementsOfFirst, key)).body).toEqual({
      ...done,
      repeated: true,
    });
    expect(refusalOf(await pay(mall, share, statementsOfFirst)).code).toBe('statementNotFound');
    expect((await booked()) - before).toBe(sum - share);
    const paid = await statements(mall, first);
    expect(paid).toMatchObject([{ paidOn: done.payout.paidOn }]);
    const list = async (state: string) =>
      ClosedList.parse(
        (await operators.call(`venue-statements?venue=${mall}&state=${state}`)).body,
      ).statements.map(({ number }) => number);
    expect(await list('paid')).toEqual([one?.number]);
    expect(await list('unpaid')).toEqual([two?.number]);
    expect((await pay(mall, sum - share)).status).toBe(200);
    expect([await owed(mall), await booked()]).toEqual([0, before]);
    expect(await auditBooks(app.deps.db)).toEqual([]);
    await expect(sql`delete from venue_payouts`.execute(app.deps.db)).rejects.toThrow(
      'never changes',
    );
  });

  test('a reversed payout leaves its statements unpaid, and they can be paid again @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 5000);
    const before = await booked();
    const of = month();
    await rent(station, 90);
    await nextMonth();
    const [closed] = MonthClosed.parse((await close(mall, of)).body).statements;
    const share = closed?.venueShare.amount ?? 0;
    const reverse = (id: string, at = mall, key?: string) =>
      operators.call(`venues/${at}/payouts/${id}/reverse`, { why }, finance, key);
    for (let round = 0; round < 2; round++) {
      const { payout } = PayoutRecorded.parse((await pay(mall, share)).body);
      expect(payout).toMatchObject({ reversedAt: null, reversedBy: null });
      expect([await owed(mall), await booked()]).toEqual([0, before]);
      expect(refusalOf(await reverse(payout.id, venue)).code).toBe('payoutNotFound');
      const key = randomUUID();
      const done = PayoutRecorded.parse((await reverse(payout.id.toUpperCase(), mall, key)).body);
      expect(done).toMatchObject({
        payout: { id: payout.id, reversedAt: expect.any(String), reversedBy: 'Fin' },
        repeated: false,
      });
      expect((await reverse(payout.id, mall, key)).body).toEqual({ ...done, repeated: true });
      expect(refusalOf(await reverse(payout.id))).toEqual({ status: 409, code: 'payoutReversed' });
      expect([await owed(mall), (await booked()) - before]).toEqual([share, share]);
      expect(await statements(mall, of)).toMatchObject([{ paidOn: null }]);
    }
    expect((await pay(mall, share)).status).toBe(200);
    expect(await statements(mall, of)).toMatchObject([{ paidOn: expect.any(String) }]);
    expect(refusalOf(await reverse(randomUUID()))).toEqual({ status: 404, code: 'payoutNotFound' });
    expect((await operators.actions(mall)).map(({ action }) => action)).toContain(
      'venue.reversePayout',
    );
    // The database itself refuses a second payout of a paid statement.
    await expect(
      sql`insert into venue_payout_statements
        select (select id from venue_payouts where venue_id <> ${mall} limit 1), id, null
        from venue_statements where venue_id = ${mall}`.execute(app.deps.db),
    ).rejects.toThrow(/unique|duplicate/);
    expect(await auditBooks(app.deps.db)).toEqual([]);
  });

  test('statements without a share count as paid, and a payout of zero pays statements that cancel each other out @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 5000);
    const unpaid = async () =>
      ClosedList.parse((await operators.call(`venue-statements?venue=${mall}&state=unpaid`)).body)
        .statements.length;
    const first = month();
    const order = await rent(station, 90);
    await nextMonth();
    expect((await close(mall, first)).status).toBe(200);
    const second = month();
    await refund(order.number, 'all');
    await nextMonth();
    expect((await close(mall, second)).status).toBe(200);
    expect([await unpaid(), await owed(mall)]).toEqual([2, 0]);
    expect((await pay(mall, 0)).status).toBe(200);
    expect(await unpaid()).toBe(0);
    expect(refusalOf(await pay(mall, 0)).code).toBe('statementNotFound');

    await setShare(mall, 0);
    app.deps.clock.advance(60);
    const third = month();
    await rent(station, 90);
    await nextMonth();
    const [free] = MonthClosed.parse((await close(mall, third)).body).statements;
    expect(free?.venueShare.amount).toBe(0);
    expect(await unpaid()).toBe(0);
    expect(await auditBooks(app.deps.db)).toEqual([]);
  });

  test('a statement that an older server closed is booked before its payout', async () => {
    const mall = await addVenue(await Renting.at(app));
    const of = '2020-01';
    const number = `V2020-${mall}`;
    const money = { captures: 700, refunds: 0, tax: 0, venue_share: 700, operator_share: 0 };
    const insert = (sequence: number, currency: string) =>
      app.deps.db
        .insertInto('venue_statements')
        .values({
          ...money,
          id: randomUUID(),
          year: 2020,
          sequence,
          number: `${number}-${currency}`,
          venue_id: mall,
          venue_name: 'City Mall',
          owner_name: 'Mall Company',
          month: of,
          time_zone: 'UTC',
          currency,
          closed_at: app.deps.clock.now(),
          closed_by: 'Fin',
        })
        .execute();
    await insert(1, 'USD');
    await insert(2, 'EUR');
    expect(await wrongVenuesPayable(app.deps.db)).toEqual([
      `statement ${number}-EUR changes what is owed to venues by 700 EUR but 0 is booked`,
      `statement ${number}-USD changes what is owed to venues by 700 USD but 0 is booked`,
    ]);
    expect((await pay(mall, 700)).status).toBe(200);
    expect(await auditBooks(app.deps.db)).toEqual([]);
    await insert(3, 'GBP');
    await bookAllMissingShares(app.deps);
    expect(await auditBooks(app.deps.db)).toEqual([]);
  });

  test('the owner gets a statement once by mail, in the language of the venue, and again on request @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 5000);
    const send = (of: string) =>
      operators.call(`venues/${mall}/statements/send`, { month: of, why }, finance);
    const change = async (fields: object) => {
      const { version } = z
        .object({ version: z.int() })
        .parse((await operators.call(`venues/${mall}`)).body);
      const body = { version, ...fields, why };
      expect((await operators.call(`venues/${mall}/change`, body)).status).toBe(200);
    };
    const of = month();
    await rent(station, 90);
    await nextMonth();
    expect(refusalOf(await send(of)).code).toBe('statementNotFound');
    await change({ statementEmail: 'owner@example.com', language: 'es' });
    app.mail.mails.splice(0);
    app.mail.refusals = 1;
    const [closed] = MonthClosed.parse((await close(mall, of)).body).statements;
    expect(closed?.mailedAt).toBeNull();
    for (let round = 0; round < 3; round++) {
      await app.deps.outbox.idle();
      app.deps.clock.advance(60);
    }
    expect(app.mail.mails).toMatchObject([
      {
        to: 'owner@example.com',
        subject: `Liquidación ${closed?.number} de City Mall, ${of}`,
        files: [{ name: `${closed?.number}.pdf`, type: 'application/pdf' }],
      },
    ]);
    const [mail] = app.mail.mails;
    const [file] = mail?.files ?? [];
    const proxy = await getDocumentProxy(new Uint8Array(file?.content ?? Buffer.alloc(0)));
    const { text } = await extractText(proxy, { mergePages: true });
    expect(text).toContain('Parte del local');
    expect((await statements(mall, of))[0]?.mailedAt).not.toBeNull();

    await change({ statementEmail: 'books@example.com', language: 'zh-CN' });
    expect((await send(of)).status).toBe(202);
    await app.deps.outbox.idle();
    expect(app.mail.mails.map(({ to }) => to)).toEqual(['owner@example.com', 'books@example.com']);
    expect(app.mail.mails[1]?.subject).toContain('结算单');
    app.mail.refusals = 25;
    expect((await send(of)).status).toBe(202);
    // Eighteen tries have failed already.
    await app.deps.db
      .updateTable('outbox')
      .set({ attempts: 18 })
      .where('kind', '=', 'venueStatement.mail')
      .where('done_at', 'is', null)
      .execute();
    const stuck: string[] = [];
    app.deps.outbox.onStuck(async ({ kind }) => void stuck.push(kind));
    for (let round = 0; round < 4; round++) {
      await app.deps.outbox.idle();
      app.deps.clock.advance(61);
    }
    expect(stuck).toEqual(['venueStatement.mail']);
    // After twenty tries, the server tries each hour.
    expect(app.mail.refusals).toBe(22);
    app.deps.clock.advance(3600);
    await app.deps.outbox.idle();
    expect(app.mail.refusals).toBe(21);
    app.mail.refusals = 0;
    await change({ statementEmail: null });
    expect(refusalOf(await send(of))).toEqual({ status: 409, code: 'mailMissing' });
  });

  const histories = fc.array(
    fc.record({
      isInside: fc.boolean(),
      minutes: fc.integer({ min: 10, max: 600 }),
      goCash: fc.boolean(),
      coupon: fc.boolean(),
      /** The part of the bill that is refunded in the next month. */
      refunded: fc.constantFrom(0, 0.3, 1),
      isChargedBack: fc.boolean(),
      isPaidOut: fc.boolean(),
    }),
    { minLength: 2, maxLength: 4 },
  );

  test(
    'the shares of the venue, the tax office and the operator sum to the captures less the refunds @slow',
    { timeout: 900_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const station = await Renting.at(app);
          const mall = await addVenue(station, 3333);
          const months: string[] = [];
          const orders = [];
          for (const { isInside, minutes, ...how } of history) {
            const order = await rent(isInside ? station : outside, minutes, how);
            const paid = order.paid.amount;
            orders.push({ ...order, isInside });
            months.push(month());
            await nextMonth();
            const amount = Math.floor(paid * how.refunded);
            if (amount > 0) await refund(order.number, amount);
            else if (how.isChargedBack && paid > 0) await chargeBack(order.id, paid);
          }
          months.push(month());
          await nextMonth();
          const sum = { net: 0, tax: 0, venue: 0, operator: 0 };
          const before = await booked();
          let unpaid = 0;
          for (const [at, of] of months.entries()) {
            for (const closed of MonthClosed.parse((await close(mall, of)).body).statements) {
              sum.net += closed.captures.amount - closed.refunds.amount;
              sum.tax += closed.tax.amount;
              sum.venue += closed.venueShare.amount;
              sum.operator += closed.operatorShare.amount;
              unpaid += closed.venueShare.amount;
            }
            expect((await booked()) - before).toBe(unpaid);
            expect(await owed(mall)).toBe(unpaid);
            if (history[at]?.isPaidOut !== true || unpaid <= 0) continue;
            expect((await pay(mall, unpaid)).status).toBe(200);
            unpaid = 0;
            expect((await booked()) - before).toBe(0);
          }
          const mine = orders.filter(({ isInside }) => isInside).map(({ id }) => id);
          const sums = await app.deps.db
            .selectFrom('payments')
            .select(sql<number>`coalesce(sum(captured - refunded), 0)::int`.as('net'))
            .where(sql<boolean>`rental_id = any(${mine}::uuid[])`)
            .executeTakeFirstOrThrow();
          const taxed = await app.deps.db
            .selectFrom('invoices')
            .select(
              sql<number>`coalesce(sum(case kind when 'invoice' then tax else -tax end), 0)::int`.as(
                'tax',
              ),
            )
            .where(sql<boolean>`rental_id = any(${mine}::uuid[])`)
            .executeTakeFirstOrThrow();
          expect(sum.net).toBe(sums.net);
          expect(sum.tax).toBe(taxed.tax);
          expect(sum.tax + sum.venue + sum.operator).toBe(sums.net);
          const share = ((sums.net - taxed.tax) * 3333) / 10_000;
          expect(Math.abs(sum.venue - share)).toBeLessThanOrEqual(mine.length);
          expect(await auditBooks(app.deps.db)).toEqual([]);
        }),
        { numRuns: 3 },
      );
    },
  );

  test('a share of more than 2147483647 minor units is closed, booked and paid @slow', async () => {
    const station = await Renting.at(app);
    const mall = await addVenue(station, 10_000);
    const of = month();
    for (let count = 0; count < 2; count++) {
      const { id } = await rent(station, 90);
      const entries = [{ debit: 'clearing', credit: 'receivable', amount: 2_000_000_000 } as const];
      const booking = { key: `large:${id}`, rentalId: id, currency: 'USD', entries };
      await transact(app.deps, (work) => book(work, booking));
    }
    await nextMonth();
    const [closed] = MonthClosed.parse((await close(mall, of)).body).statements;
    const share = closed?.venueShare.amount ?? 0;
    expect(share).toBeGreaterThan(4_000_000_000);
    expect(await owed(mall)).toBe(share);
    const { payout } = PayoutRecorded.parse((await pay(mall, share)).body);
    const reversed = await operators.call(
      `venues/${mall}/payouts/${payout.id}/reverse`,
      { why },
      finance,
    );
    expect(reversed.status).toBe(200);
    expect(await owed(mall)).toBe(share);
    expect(await wrongVenuesPayable(app.deps.db)).toEqual([]);
  });
});
