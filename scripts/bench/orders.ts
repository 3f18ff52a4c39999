import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Language } from '../../contract/config.ts';
import type { Db } from '../../server/db/database.ts';
import { registerUser } from '../../server/modules/auth/users.ts';
import { PdfQueue } from '../../server/modules/documents/pdfQueue.ts';
import { receiptDocument } from '../../server/modules/documents/receiptDocument.ts';
import { statementDocument } from '../../server/modules/documents/statementDocument.ts';
import { findOrder, listOrders } from '../../server/modules/orders/findOrders.ts';
import { demoTariff } from '../../sandbox/demo/tariff.ts';
import { saveStations } from '../../server/modules/stations/saveStations.ts';
import { addPastOrders } from '../../server/testing/pastOrders.ts';
import { createOwnDatabase } from '../../server/testing/databases/ownDatabase.ts';
import { StationFleet } from './stationFleet.ts';

/**
 * Measures the first page of a history with many orders, compared with a select by primary key on
 * the same connection. Also measures the time to generate PDFs. Example: `npm run bench -- orders
 * --engine pglite`.
 */
const { engine, orders, repeats } = readOptions();
const goals = { page: 3, receiptMs: 300 };
const others = 20;
const dayMs = 24 * 60 * 60 * 1000;

const database = await createOwnDatabase(engine);
try {
  const { userId, orderIds } = await fill(database.db);
  console.log(`${orders} orders of one rider, ${others} other riders, on ${engine}`);
  await database.db.connection().execute((db) => measurePages(db, userId, orderIds));
  await measurePdfs(database.db, userId, orderIds);
} finally {
  await database.close();
}

function readOptions(): { engine: 'pglite' | 'postgres'; orders: number; repeats: number } {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'postgres' },
      orders: { type: 'string', default: '10000' },
      repeats: { type: 'string', default: '400' },
    },
  });
  const wanted = values.engine;
  if (wanted !== 'postgres' && wanted !== 'pglite') {
    throw new Error('--engine must be postgres or pglite');
  }
  return { engine: wanted, orders: Number(values.orders), repeats: Number(values.repeats) };
}

async function fill(db: Db): Promise<{ userId: string; orderIds: string[] }> {
  const now = new Date();
  await db
    .insertInto('tariffs')
    .values({ id: demoTariff.id, terms: JSON.stringify(demoTariff) })
    .execute();
  const records = [...new StationFleet().records(50, demoTariff.id)];
  await db.transaction().execute((trx) => saveStations(trx, records, now));
  const signUp = (index: number) =>
    db.transaction().execute(async (trx) => {
      const phone = `+1312${String(5_550_000 + index)}`;
      const { id } = await registerUser(trx, { phone, language: 'en', now });
      return id;
    });
  const add = (userId: string, stationId: string, count: number) => {
    const from = new Date(now.getTime() - (count + 1) * (dayMs / 4));
    return addPastOrders(db, { userId, stationId, count, from, every: dayMs / 4 });
  };
  for (const [index, { id }] of records.slice(0, others).entries()) {
    await add(await signUp(index + 1), id, 500);
  }
  const userId = await signUp(0);
  const orderIds = await add(userId, records[0]?.id ?? '', orders);
  await sql`vacuum (analyze)`.execute(db);
  return { userId, orderIds };
}

async function measurePages(db: Db, userId: string, orderIds: readonly string[]): Promise<void> {
  const any = () => orderIds[Math.floor(Math.random() * orderIds.length)] ?? '';
  const bare = () =>
    db.selectFrom('rentals').selectAll().where('id', '=', any()).executeTakeFirstOrThrow();
  const now = new Date();
  const page = (status?: 'complete' | 'unpaid') =>
    listOrders(db, userId, { status, limit: 20 }, now);
  const runs: [string, () => Promise<unknown>][] = [
    ['bare select by primary key', bare],
    ['first page', () => page()],
    ['first page, complete', () => page('complete')],
    ['first page, unpaid', () => page('unpaid')],
  ];
  const times = runs.map((): number[] => []);
  // Run the different queries in turn, so that other load on the machine affects all of them. Ignore the first rounds,
  // which fill the caches.
  for (let round = -20; round < repeats; round++) {
    for (const [index, [, run]] of runs.entries()) {
      const started = performance.now();
      await run();
      if (round >= 0) times[index]?.push(performance.now() - started);
    }
  }
  const [base = 1] = times.map((each) => quantile(each, 0.95));
  for (const [index, [name]] of runs.entries()) {
    const mine = times[index] ?? [];
    const p95 = quantile(mine, 0.95);
    const ratio = p95 / base;
    const verdict =
      index === 0 ? '' : ` ${ratio.toFixed(1)} times the bare select (goal ${goals.page})`;
    console.log(
      `${name}: p50 ${quantile(mine, 0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms${verdict}`,
    );
  }
}

async function measurePdfs(db: Db, userId: string, orderIds: readonly string[]): Promise<void> {
  const pdfQueue = new PdfQueue();
  const now = new Date();
  const order = await findOrder(db, userId, orderIds.at(-1) ?? '', now);
  const documentOptions = (language: Language) => ({
    language,
    timeZone: 'UTC',
    brand: 'Charger',
    now,
  });
  try {
    for (const language of ['en', 'es', 'zh-CN'] as const) {
      const times: number[] = [];
      let bytes = 0;
      for (let round = 0; round < 21; round++) {
        const started = performance.now();
        bytes = (await pdfQueue.print(receiptDocument(order, documentOptions(language)))).length;
        times.push(performance.now() - started);
      }
      const [first = 0, ...warm] = times;
      const p95 = quantile(warm, 0.95);
      console.log(
        `receipt in ${language}: first ${first.toFixed(0)} ms, then p50 ${quantile(warm, 0.5).toFixed(0)} ms, ` +
          `p95 ${p95.toFixed(0)} ms (goal ${goals.receiptMs}), ${(bytes / 1024).toFixed(0)} KiB`,
      );
    }
    const rider = { name: 'Rider', number: '12345678' };
    const many = Array.from({ length: 1000 }, () => order);
    const started = performance.now();
    await pdfQueue.print(
      statementDocument({ month: '2026-11', rider, orders: many }, documentOptions('en')),
    );
    console.log(`statement of 1000 orders: ${(performance.now() - started).toFixed(0)} ms`);
  } finally {
    await pdfQueue.close();
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Infinity;
}
