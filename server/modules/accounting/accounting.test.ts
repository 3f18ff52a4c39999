import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  BalanceList,
  DifferenceList,
  EntryList,
  LedgerChecked,
} from '../../../contract/operators/accounting.ts';
import { registerOrderJobs } from '../../composition.ts';
import { MovableClock } from '../../time/clock.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { nextTimeOfDay } from '../../time/timeZones.ts';

const day = 24 * 60 * 60;

forBothEngines((engine) => {
  let app: TestApp;
  let operators: Operators;
  let finance: string;
  let numbers: string[];
  let dates: string[];
  const today = () => app.deps.clock.now().toISOString().slice(0, 10);
  beforeAll(async () => {
    const clock = new MovableClock();
    // The tests compare sums of days. So the clock starts at 01:00 UTC, and each rental ends on the
    // day on which it began.
    clock.advance((nextTimeOfDay(clock.now(), 60, 'UTC').getTime() - clock.now().getTime()) / 1000);
    app = await startTestApp({
      engine,
      clock,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerOrderJobs(app.deps);
    operators = new Operators(app);
    finance = await operators.add('Fin', 'finance');
    const renting = await Renting.at(app);
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    await renting.topUp(rider, card, 1000, 200);
    const first = await renting.rent(rider, card, 90, { useGoCash: true });
    dates = [today()];
    app.deps.clock.advance(day);
    const second = await renting.rent(rider, card, 300);
    dates.push(today());
    numbers = [first.number, second.number];
  }, 300_000);
  afterAll(() => app.close());

  const get = async (path: string) => (await operators.call(path, undefined, finance)).body;
  const balances = async (query = '') =>
    BalanceList.parse(await get(`ledger/balances${query}`)).balances;
  const entries = async (query: string) => EntryList.parse(await get(`ledger/entries?${query}`));
  const Row = z.object({
    day: z.string(),
    account: z.string(),
    currency: z.string(),
    debit: z.coerce.number(),
    credit: z.coerce.number(),
    entries: z.coerce.number(),
  });
  const exported = async (from: string, to: string) => {
    const text = z.string().parse(await get(`accounting/export?from=${from}&to=${to}`));
    return z.array(Row).parse(parse(text, { columns: true }));
  };

  test('the balances are the sums of all entries, without the names of riders', async () => {
    const found = await balances();
    expect(found.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(found.map(({ account }) => account)).toContain('wallet:topUp');
    expect(JSON.stringify(found)).not.toMatch(/[\da-f]{8}-/);
    const { entries: all } = await entries('limit=1000');
    for (const { account, debits, credits } of found) {
      const sum = (side: 'debit' | 'credit') =>
        all.reduce((total, entry) => (entry[side] === account ? total + entry.amount : total), 0);
      expect({ account, debits, credits }).toEqual({
        account,
        debits: sum('debit'),
        credits: sum('credit'),
      });
    }
    const before = await balances(`?until=${dates[0]}`);
    expect(before.find(({ account }) => account === 'revenue:usage')?.credits).toBeLessThan(
      found.find(({ account }) => account === 'revenue:usage')?.credits ?? 0,
    );
  });

  test('the entries are found by order, account and day, in pages', async () => {
    const ofOrder = await entries(`order=${numbers[0]?.toLowerCase()}`);
    expect(new Set(ofOrder.entries.map(({ order }) => order))).toEqual(new Set([numbers[0]]));
    const { entries: all } = await entries('limit=1000');
    expect(ofOrder.entries).toEqual(all.filter(({ order }) => order === numbers[0]));
    const wallet = await entries('account=wallet:topUp&limit=1000');
    expect(wallet.entries).toEqual(
      all.filter(({ debit, credit }) => [debit, credit].includes('wallet:topUp')),
    );
    const ofDay = await entries(`day=${dates[1]}&limit=1000`);
    expect(ofDay.entries).toEqual(all.filter(({ at }) => at.startsWith(dates[1] ?? '')));
    const paged = [];
    for (let after: number | null = 0; after !== null;) {
      const page: EntryList = await entries(`limit=2&after=${after}`);
      paged.push(...page.entries);
      after = page.after;
    }
    expect(paged).toEqual(all);
    expect(refusalOf(await operators.call('ledger/entries?order=R-NONE'))).toEqual({
      status: 404,
      code: 'orderNotFound',
    });
  });

  test('the export has the sums of each account and day, as the ledger has them @slow', async () => {
    const rows = await exported(dates[0] ?? '', dates[1] ?? '');
    expect(new Set(rows.map((row) => row.day))).toEqual(new Set(dates));
    const found = await balances();
    for (const { account, currency, debits, credits } of found) {
      const own = rows.filter((row) => row.account === account && row.currency === currency);
      const sum = (of: 'debit' | 'credit') =>
        Math.round(own.reduce((total, row) => total + row[of] * 100, 0));
      expect({ account, debits: sum('debit'), credits: sum('credit') }).toEqual({
        account,
        debits,
        credits,
      });
    }
    expect(rows.length).toBeGreaterThan(found.length);
    expect(await exported('2020-01-01', '2020-12-31')).toEqual([]);
    for (const query of ['from=2026-01-02&to=2026-01-01', 'from=2024-01-01&to=2026-01-01']) {
      expect(refusalOf(await operators.call(`accounting/export?${query}`))).toEqual({
        status: 422,
        code: 'periodInvalid',
      });
    }
  });

  test('the pages of the differences contain the differences of all providers, even with equal keys', async () => {
    const row = {
      key: 'balance:USD',
      kind: 'balance',
      currency: 'USD',
      amount: 1,
      details: '{}',
      happened_at: app.deps.clock.now(),
      found_at: app.deps.clock.now(),
    } as const;
    const earlier = { ...row, happened_at: new Date(row.happened_at.getTime() - 1000) };
    const rows = [
      { ...row, provider: 'a' },
      { ...row, provider: 'b' },
      { ...earlier, provider: 'c' },
    ];
    const { happened_at: at } = row;
    const books = rows.map(({ provider }) => ({ provider, begins_at: at, run_at: at }));
    await app.deps.db.insertInto('reconciliations').values(books).execute();
    await app.deps.db.insertInto('reconciliation_differences').values(rows).execute();
    const providers: string[] = [];
    for (let after = ''; providers.length < 4;) {
      const path = `reconciliation/differences?limit=1${after && `&after=${after}`}`;
      const page = DifferenceList.parse(await get(path));
      providers.push(...page.differences.map(({ provider }) => provider));
      if (page.after === null) break;
      after = encodeURIComponent(page.after);
    }
    expect(providers).toEqual(['c', 'a', 'b']);
  });

  test('the check finds no difference', async () => {
    expect(LedgerChecked.parse(await get('ledger/check'))).toEqual({ findings: [] });
  });
});
