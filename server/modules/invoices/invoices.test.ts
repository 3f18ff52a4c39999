import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SellerAdded, SellerList } from '../../../contract/operators/accounting.ts';
import { DocumentedOrder } from '../../../contract/documents.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { taxIn } from '../../../contract/rules/pricing/tax.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { insertRental } from '../../testing/rentalRows.ts';
import { isoInZone } from '../../time/timeZones.ts';
import { transact } from '../../db/unitOfWork.ts';
import { wrongInvoices } from '../audit/auditInvoices.ts';
import { book } from '../ledger/ledger.ts';

const CaseOpened = z.object({ case: z.object({ number: z.string() }) });
const why = 'the new rate';
const day = 24 * 60 * 60;

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  let finance: string;
  let renting: Renting;
  let rider: Rider;
  let card: string;
  let taxNumber: string;
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerOrderJobs(app.deps);
    operators = new Operators(app);
    finance = await operators.add('Fin', 'finance');
    renting = await Renting.at(app);
    rider = await signUp(app);
    card = await renting.addCard(rider);
  }, 300_000);
  afterAll(() => app.close());
  beforeEach(async () => {
    taxNumber = `B${randomUUID().slice(0, 8)}`;
    app.deps.clock.advance(60);
  });

  const sell = async (more: object = {}) => {
    const body = {
      name: 'Chargers of the Harbor',
      address: '1 Harbor Road, Valencia',
      taxNumber,
      taxRate: 2100,
      timeZone: 'Europe/Madrid',
      why,
      ...more,
    };
    return SellerAdded.parse((await operators.call('sellers', body, finance)).body).seller;
  };
  const orderOf = async (id: string) => {
    const path = fillPath(paths.order, { id });
    return DocumentedOrder.parse((await app.call(path, { session: rider.sessionId })).body);
  };
  const refund = async (order: string, amount: number) => {
    const opened = await operators.call('cases', { order, why });
    const { case: found } = CaseOpened.parse(opened.body);
    const body = { outcome: { kind: 'refund', amount }, why };
    expect((await operators.call(`cases/${found.number}/close`, body)).status).toBe(200);
    await renting.settle();
  };
  const numbers = (kind: 'invoice' | 'creditNote') =>
    app.deps.db
      .selectFrom('invoices')
      .select('sequence')
      .where('tax_number', '=', taxNumber)
      .where('kind', '=', kind)
      .orderBy('sequence')
      .execute();

  test('a capture gets an invoice, and a refund a credit note that names it @slow', async () => {
    await sell();
    const { id, number, total } = await renting.rent(rider, card, 90);
    const { invoices } = await orderOf(id);
    const amount = total?.amount ?? 0;
    const year = Number(isoInZone(app.deps.clock.now(), 'Europe/Madrid').slice(0, 4));
    expect(invoices).toMatchObject([
      {
        kind: 'invoice',
        number: `${year}-000001`,
        corrects: null,
        amount: { amount },
        tax: { amount: taxIn(amount, 2100) },
        taxRate: 2100,
        seller: { name: 'Chargers of the Harbor', address: '1 Harbor Road, Valencia', taxNumber },
      },
    ]);
    await refund(number, 100);
    await refund(number, amount - 100);
    const notes = (await orderOf(id)).invoices ?? [];
    expect(notes.map((one) => [one.number, one.corrects, one.amount.amount])).toEqual([
      [`${year}-000001`, null, amount],
      [`C${year}-000001`, `${year}-000001`, 100],
      [`C${year}-000002`, `${year}-000001`, amount - 100],
    ]);
    const [invoice, ...credits] = notes.map(({ tax }) => tax.amount);
    expect(credits.reduce((sum, tax) => sum + tax, 0)).toBe(invoice);
  });

  test('a changed rate counts for later captures only @slow', async () => {
    await sell();
    const first = await renting.rent(rider, card, 90);
    await sell({ taxRate: 1000, from: new Date(app.deps.clock.now().getTime() + 60_000) });
    const second = await renting.rent(rider, card, 90);
    await refund(first.number, 50);
    const rates = async (id: string) =>
      (await orderOf(id)).invoices?.map(({ kind, taxRate }) => [kind, taxRate]);
    expect(await rates(first.id)).toEqual([
      ['invoice', 2100],
      ['creditNote', 2100],
    ]);
    expect(await rates(second.id)).toEqual([['invoice', 1000]]);
  });

  test('the receipt and the export show the invoice @slow', async () => {
    await sell();
    const { id, createdAt } = await renting.rent(rider, card, 90);
    const { invoices = [] } = await orderOf(id);
    const session = rider.sessionId;
    const pdf = await fetch(`${app.url}${fillPath(paths.receiptPdf, { id })}`, {
      headers: { authorization: `Bearer ${session}` },
    });
    const proxy = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
    const { text } = await extractText(proxy, { mergePages: true });
    for (const words of [`Invoice ${invoices[0]?.number}`, taxNumber, 'Tax (21%)']) {
      expect(text).toContain(words);
    }
    const today = createdAt.slice(0, 10);
    const csv = await app.call(`${paths.ordersCsv}?from=${today}&to=${today}`, { session });
    expect(csv.body).toContain(invoices[0]?.number);
  });

  test('the data of a seller never takes effect in the past, and the list shows every version', async () => {
    const from = new Date(app.deps.clock.now().getTime() - 1000);
    const body = { name: 'A', address: 'B', taxNumber, taxRate: 0, timeZone: 'UTC', from, why };
    expect(refusalOf(await operators.call('sellers', body, finance))).toEqual({
      status: 422,
      code: 'timeInvalid',
    });
    const wrong = { ...body, from: undefined, timeZone: 'Moon/Base' };
    expect(refusalOf(await operators.call('sellers', wrong, finance))).toEqual({
      status: 422,
      code: 'timeZoneInvalid',
    });
    const added = await sell();
    const { sellers } = SellerList.parse(
      (await operators.call('sellers', undefined, finance)).body,
    );
    expect(sellers[0]).toEqual(added);
    expect((await operators.actions(String(added.id))).at(-1)).toMatchObject({
      action: 'seller.add',
      who: 'Fin',
      why,
    });
  });

  describe('the numbers', () => {
    /** Books each capture in a separate transaction. If `failing` returns true, the transaction fails at its end. */
    async function capture(failing: (index: number) => boolean, count: number): Promise<void> {
      const rentalId = await insertRental(app.deps, rider, renting.cabinet.stationId, 'complete');
      await Promise.allSettled(
        Array.from({ length: count }, (_, index) =>
          transact(app.deps, async (work) => {
            await book(work, {
              key: `test:${randomUUID()}`,
              rentalId,
              paymentId: randomUUID(),
              currency: 'USD',
              entries: [{ debit: 'clearing', credit: 'receivable', amount: 300 + index }],
            });
            if (failing(index)) throw new Error('this transaction fails');
          }),
        ),
      );
    }

    test('have no gaps and no duplicates, also when transactions compete and fail', async () => {
      await sell();
      await capture((index) => index % 3 === 0, 30);
      const given = (await numbers('invoice')).map(({ sequence }) => sequence);
      expect(given).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });

    test('begin again with each year of the seller', async () => {
      await sell({ timeZone: 'Pacific/Kiritimati' });
      await capture(() => false, 2);
      app.deps.clock.advance(366 * day);
      await capture(() => false, 1);
      const rows = await app.deps.db
        .selectFrom('invoices')
        .select(['year', 'sequence'])
        .where('tax_number', '=', taxNumber)
        .orderBy('year')
        .orderBy('sequence')
        .execute();
      const [first, second, third] = rows;
      expect([first?.sequence, second?.sequence, third?.sequence]).toEqual([1, 2, 1]);
      expect(third?.year).toBeGreaterThan(second?.year ?? 0);
    });

    test('are checked each night, together with the bookings', async () => {
      await sell();
      await capture(() => false, 1);
      const { db } = app.deps;
      expect(await wrongInvoices(db)).toEqual([]);
      await sql`alter table invoices disable trigger invoices_kept`.execute(db);
      await sql`update invoices set sequence = 3, amount = 299 where tax_number = ${taxNumber}`.execute(
        db,
      );
      const [gap, different, ...others] = await wrongInvoices(db);
      expect(others).toEqual([]);
      expect(gap).toMatch(/^invoice numbers of .* end with 3 but there are 1$/);
      expect(different).toMatch(/ has 299 but 300 is booked$/);
      await sql`update invoices set sequence = 1, amount = 300 where tax_number = ${taxNumber}`.execute(
        db,
      );
      await sql`alter table invoices enable trigger invoices_kept`.execute(db);
    });

    test('never change', async () => {
      await sell();
      await capture(() => false, 1);
      const { db } = app.deps;
      for (const statement of [
        sql`update invoices set amount = 1`,
        sql`delete from invoices`,
        sql`update sellers set tax_rate = 0`,
      ]) {
        await expect(statement.execute(db)).rejects.toThrow('never change');
      }
    });
  });
});
