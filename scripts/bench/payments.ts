import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { sql, type KyselyPlugin, type QueryId } from 'kysely';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import { Changes } from '../../server/changes/changes.ts';
import { systemClock } from '../../server/time/clock.ts';
import type { Db } from '../../server/db/database.ts';
import { createLogger } from '../../server/log/logger.ts';
import { startRental } from '../../server/modules/rental/startRental.ts';
import { creditWallet } from '../../server/modules/wallet/credits.ts';
import { Outbox } from '../../server/outbox/outbox.ts';
import { demoTariff } from '../../sandbox/demo/tariff.ts';
import { saveStations } from '../../server/modules/stations/saveStations.ts';
import { transact } from '../../server/db/unitOfWork.ts';
import { createOwnDatabase } from '../../server/testing/databases/ownDatabase.ts';
import { StationFleet } from './stationFleet.ts';

/**
 * Measures how many rentals start per second if riders pay with GoCash, compared with pgbench. Each
 * rental has a different rider. For the comparison, each transaction of pgbench has as many
 * selects, inserts and updates as a rental. The database and the number of clients are the same.
 * The benchmark needs PostgreSQL and `pgbench`. Example:
 * `npm run bench -- payments --rentals 4000 --clients 8`.
 */
const { rentals, clients } = readOptions();
const goal = 0.5;
const slotsPerStation = 8;
const tariff: Tariff = { ...demoTariff, deposit: 0 };
const execute = promisify(execFile);
const scale = 4;
const accounts = scale * 100_000;
const seconds = 10;

const database = await createOwnDatabase('postgres');
try {
  const url = database.url ?? '';
  const world = await fill(database.db, rentals * 2);
  // Do not measure the first half of the rentals, which fills the caches.
  const counts = await countStatements(database.db, world.splice(0, 1));
  await rentAll(database.db, world.splice(0, rentals - 1));
  await execute('pgbench', ['-i', '-q', '-s', String(scale), url]);
  const before = await pgbench(url, counts);
  const ours = await rentAll(database.db, world);
  const after = await pgbench(url, counts);
  const bare = (before + after) / 2;
  const { select, insert, update } = counts;
  console.log(`per rental: ${select} selects, ${insert} inserts, ${update} updates`);
  console.log(`GoCash rentals  ${ours.toFixed(0)} per second, ${clients} clients`);
  console.log(
    `pgbench         ${bare.toFixed(0)} transactions per second (${before.toFixed(0)}, ${after.toFixed(0)})`,
  );
  const ratio = ours / bare;
  console.log(
    `ratio           ${ratio.toFixed(2)} (goal ${goal}) ${ratio >= goal ? 'reached' : 'NOT REACHED'}`,
  );
} finally {
  await database.close();
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      rentals: { type: 'string', default: '4000' },
      clients: { type: 'string', default: '8' },
    },
  });
  return { rentals: Number(values.rentals), clients: Number(values.clients) };
}

interface Start {
  userId: string;
  stationId: string;
  paymentMethodId: string;
}

/** Creates riders, each with GoCash, a card and a charger to rent. */
async function fill(db: Db, count: number): Promise<Start[]> {
  const now = new Date();
  await db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .execute();
  const records = [...new StationFleet().records(Math.ceil(count / slotsPerStation), tariff.id)];
  await db.transaction().execute((trx) => saveStations(trx, records, now));
  await db.updateTable('stations').set({ online: true, last_seen_at: now }).execute();
  const starts: Start[] = [];
  for (const { id: stationId } of records) {
    const riders = Array.from({ length: slotsPerStation }, () => ({
      userId: randomUUID(),
      paymentMethodId: randomUUID(),
      stationId,
    }));
    starts.push(...riders);
    await insertStation(db, stationId, riders, now);
  }
  await sql`vacuum (analyze)`.execute(db);
  // Mix the stations, so that the riders of one station do not all rent at the same time.
  return starts.toSorted((a, b) => a.userId.localeCompare(b.userId));
}

async function insertStation(db: Db, stationId: string, riders: Start[], now: Date): Promise<void> {
  const deps = depsOf(db);
  await transact(deps, async (work) => {
    const { trx } = work;
    await trx
      .insertInto('users')
      .values(
        riders.map(({ userId: id }) => ({
          id,
          number: id,
          phone: id,
          invite_code: id,
          language: 'en' as const,
          created_at: now,
        })),
      )
      .execute();
    await trx
      .insertInto('payment_methods')
      .values(
        riders.map(({ userId, paymentMethodId }) => ({
          id: paymentMethodId,
          user_id: userId,
          kind: 'card' as const,
          provider: 'sandbox',
          provider_card: paymentMethodId,
          fingerprint: paymentMethodId,
          brand: 'visa',
          last4: '4242',
          name_on_card: '',
          country: 'US',
          postal_code: '60601',
          is_default: true,
          created_at: now,
        })),
      )
      .execute();
    const chargers = riders.map(({ userId }) => userId.slice(0, 23));
    await trx
      .insertInto('chargers')
      .values(chargers.map((serial) => ({ serial, state: 'docked' as const, changed_at: now })))
      .execute();
    await trx
      .insertInto('slots')
      .values(
        chargers.map((charger, index) => ({
          station_id: stationId,
          slot: index + 1,
          state: 'occupied' as const,
          status: 'ok' as const,
          charger,
          level: 100,
          changed_at: now,
        })),
      )
      .execute();
    for (const { userId } of riders) {
      const { currency } = tariff;
      const key = `topUp:${userId}`;
      await creditWallet(work, { userId, currency, topUp: 2000, bonus: 400, reason: 'topUp', key });
    }
  });
}

function depsOf(db: Db) {
  const log = createLogger('silent');
  return {
    db,
    clock: systemClock,
    changes: new Changes(),
    log,
    outbox: new Outbox({ db, clock: systemClock, log }),
  };
}

/** Starts all rentals and returns the number of rentals per second. */
async function rentAll(db: Db, starts: readonly Start[]): Promise<number> {
  const deps = depsOf(db);
  const queue = starts.values();
  const limits = {
    startsPerStationMinute: 20,
    cardLimits: { guestsShareWithRiders: true },
    codeSecret: { current: 'bench-'.repeat(8), previous: null, file: null },
  };
  const client = async () => {
    for (const { userId, ...start } of queue) {
      const request = { ...start, tariffId: tariff.id, useGoCash: true };
      await transact(deps, (work) =>
        startRental(work, limits, { userId, isGuest: false }, request),
      );
    }
  };
  // No cabinet is connected. Set the last contact of all stations to now, so that the stations are online during the
  // run.
  await db.updateTable('stations').set({ last_seen_at: new Date() }).execute();
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return starts.length / ((performance.now() - started) / 1000);
}

interface Counts {
  select: number;
  insert: number;
  update: number;
}

/** Counts the SQL statements of one rental, except `begin` and `commit`. */
async function countStatements(db: Db, starts: readonly Start[]): Promise<Counts> {
  const counts = { select: 0, insert: 0, update: 0 };
  const kinds = new Map<QueryId, string>();
  const counting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      kinds.set(queryId, node.kind);
      return node;
    },
    // Count the results, and not the queries, because a query can contain another query.
    transformResult: async ({ result, queryId }) => {
      const kind = kinds.get(queryId);
      if (kind === 'InsertQueryNode') counts.insert += 1;
      else if (kind === 'UpdateQueryNode') counts.update += 1;
      else counts.select += 1;
      return result;
    },
  };
  await rentAll(db.withPlugin(counting), starts);
  return counts;
}

/**
 * Runs transactions with the given numbers of simple statements. The selects and updates find their
 * rows by primary key. Returns the number of transactions per second.
 */
async function pgbench(url: string, counts: Counts): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbench-'));
  try {
    const script = path.join(folder, 'rental.sql');
    await writeFile(script, scriptOf(counts));
    const options = ['-n', '-M', 'prepared', '-f', script, '-T', String(seconds)];
    const { stdout } = await execute('pgbench', [
      ...options,
      '-c',
      String(clients),
      '-j',
      '2',
      url,
    ]);
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench printed no transaction rate:\n${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the script of one transaction. Each update of a transaction has its own range of rows, and the ranges are in
 * ascending order, so that transactions do not deadlock.
 */
function scriptOf({ select, insert, update }: Counts): string {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index));
  const range = Math.floor(accounts / Math.max(1, update));
  return [
    ...lines(select, (index) => `\\set s${index} random(1, ${accounts})`),
    ...lines(
      update,
      (index) => `\\set u${index} random(${index * range + 1}, ${(index + 1) * range})`,
    ),
    'BEGIN;',
    ...lines(select, (index) => `SELECT abalance FROM pgbench_accounts WHERE aid = :s${index};`),
    ...lines(
      update,
      (index) => `UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = :u${index};`,
    ),
    ...lines(
      insert,
      () =>
        'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (1, 1, 1, 1, CURRENT_TIMESTAMP);',
    ),
    'END;',
    '',
  ].join('\n');
}
