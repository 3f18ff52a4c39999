import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { demoTariff } from '../../sandbox/demo/tariff.ts';
import { OpsOrderQuery } from '../../contract/operators/orders.ts';
import { AuditQuery } from '../../contract/operators/audit.ts';
import { CaseQuery } from '../../contract/operators/desk.ts';
import type { FindRiders } from '../../contract/operators/riders.ts';
import type { Db } from '../../server/db/database.ts';
import { listOperatorActions } from '../../server/modules/audit/readOperatorActions.ts';
import { readChargers } from '../../server/modules/cabinets/stock/readChargers.ts';
import { listCases, showCase } from '../../server/modules/desk/showCases.ts';
import { listOpsOrders, showOpsOrder } from '../../server/modules/desk/showOrders.ts';
import { findRiders } from '../../server/modules/riders/findRiders.ts';
import { riderTimeLine } from '../../server/modules/riders/timeLine.ts';
import { listOpsStations } from '../../server/modules/stations/operatorStations.ts';
import { readTickets } from '../../server/modules/tickets/readTickets.ts';
import { showCharger } from '../../server/modules/timeLines/showCharger.ts';
import { showStation } from '../../server/modules/timeLines/showStation.ts';
import { createOwnDatabase } from '../../server/testing/databases/ownDatabase.ts';
import { fillNetwork, names, type NetworkSize } from './ops/fillNetwork.ts';

/**
 * Measures the lists and searches of operators in a large network. Compares each time with the time
 * of a bare indexed select, which reads the same number of rows from the same table on the same
 * connection. Also compares each time with the time in a network that has a tenth of the size. The
 * first page of a list may take 3 times as long as the bare select, and a search 10 times as long.
 * Example: `npm run bench -- ops --repeats 100`.
 */
const goals = { list: 3, search: 10 };
const pageSize = 50;
const dayMs = 24 * 60 * 60_000;
const full: NetworkSize = {
  stations: 5_000,
  chargers: 100_000,
  riders: 50_000,
  orders: 1_000_000,
  cases: 50_000,
  acts: 200_000,
  tickets: 20_000,
};

interface Measured {
  name: string;
  goal: number | null;
  p50: number;
  p95: number;
  /**
   * The median of the ratios of all rounds. The ratio of a round is the time divided by the time of
   * the bare select.
   */
  ratio: number;
}

const { repeats } = readOptions();
const small = await measureNetwork(tenthOf(full));
const large = await measureNetwork(full);
for (const { name, goal, p50, p95, ratio } of large) {
  const before = small.find((one) => one.name === name)?.p50 ?? NaN;
  const verdict = goal === null || ratio <= goal ? '' : '  MISSED';
  console.log(
    `${name.padEnd(46)} p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ${ratio.toFixed(1)} times the bare ` +
      `select (goal ${goal ?? 'none'}), ${(p50 / before).toFixed(1)} times a tenth of the network${verdict}`,
  );
}

function readOptions(): { repeats: number } {
  const { values } = parseArgs({ options: { repeats: { type: 'string', default: '200' } } });
  return { repeats: Number(values.repeats) };
}

function tenthOf(size: NetworkSize): NetworkSize {
  const { stations, chargers, riders, orders, cases, acts, tickets } = size;
  return {
    stations: stations / 10,
    chargers: chargers / 10,
    riders: riders / 10,
    orders: orders / 10,
    cases: cases / 10,
    acts: acts / 10,
    tickets: tickets / 10,
  };
}

async function measureNetwork(size: NetworkSize): Promise<Measured[]> {
  const database = await createOwnDatabase('postgres');
  try {
    const started = performance.now();
    // Use a single connection, because `fillNetwork` creates temporary tables.
    const stations = await database.db.connection().execute((db) => fillNetwork(db, size));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${size.orders} orders of ${size.stations} stations, filled in ${seconds} s`);
    return await database.db.connection().execute((db) => measure(db, size, stations));
  } finally {
    await database.close();
  }
}

/** A list, a search or a detail page, with the table and the sort key of the bare select for the comparison. */
interface Subject {
  name: string;
  goal: number | null;
  run: () => Promise<readonly unknown[]>;
  table:
    | 'stations'
    | 'chargers'
    | 'rentals'
    | 'support_cases'
    | 'operator_actions'
    | 'tickets'
    | 'users';
  key: string;
}

async function measure(
  db: Db,
  size: NetworkSize,
  stations: readonly string[],
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const subject of subjectsOf(db, size, stations)) measured.push(await compare(db, subject));
  return measured;
}

/**
 * Runs the subject and the bare select in turn, so that other load on the machine affects both. The first rounds only
 * fill the caches.
 */
async function compare(db: Db, { name, goal, run, table, key }: Subject): Promise<Measured> {
  const times: number[] = [];
  const ratios: number[] = [];
  for (let round = -20; round < repeats; round++) {
    const started = performance.now();
    const rows = await run();
    const between = performance.now();
    await sql`select * from ${sql.table(table)} order by ${sql.ref(key)} limit ${Math.max(rows.length, 1)}`.execute(
      db,
    );
    const [mine, bare] = [between - started, performance.now() - between];
    if (round < 0) continue;
    times.push(mine);
    ratios.push(mine / bare);
  }
  return {
    name,
    goal,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    ratio: quantile(ratios, 0.5),
  };
}

function subjectsOf(db: Db, size: NetworkSize, stations: readonly string[]): Subject[] {
  const now = new Date();
  const below = (count: number) => Math.floor(Math.random() * count);
  const anyStation = () => stations[below(stations.length)] ?? '';
  const codeSecret = { current: 'bench-'.repeat(8), previous: null, file: null };
  const settings = { codeSecret, currency: demoTariff.currency };
  const stationPage = { after: '', limit: pageSize } as const;
  const timeLinePage = { limit: pageSize };
  const orders =
    (query: object = {}) =>
    async () =>
      (await listOpsOrders(db, OpsOrderQuery.parse({ limit: pageSize, ...query }), null)).orders;
  const cases =
    (query: object = {}) =>
    async () =>
      (await listCases(db, CaseQuery.parse({ limit: pageSize, ...query }), null, now)).cases;
  const acts =
    (query: object = {}) =>
    async () =>
      (await listOperatorActions(db, AuditQuery.parse({ limit: pageSize, ...query }))).entries;
  const riders = (wanted: FindRiders) => async () =>
    (await findRiders(db, settings, wanted)).riders;
  const list = (
    name: string,
    [table, key]: readonly [Subject['table'], string],
    run: Subject['run'],
  ): Subject => ({ name, goal: goals.list, table, key, run });
  const search = (...[name, place, run]: Parameters<typeof list>): Subject => ({
    ...list(name, place, run),
    goal: goals.search,
  });
  /** A detail page has no goal, because it makes a dozen queries and shows a complete history. */
  const detail = (...[name, place, run]: Parameters<typeof list>): Subject => ({
    ...list(name, place, run),
    goal: null,
  });
  const tables = {
    stations: ['stations', 'id'],
    chargers: ['chargers', 'serial'],
    orders: ['rentals', 'created_at'],
    cases: ['support_cases', 'created_at'],
    acts: ['operator_actions', 'id'],
    tickets: ['tickets', 'id'],
    riders: ['users', 'id'],
  } as const;
  return [
    list('stations', tables.stations, async () => {
      return (await listOpsStations(db, stationPage, null)).stations;
    }),
    list('stations, paused', tables.stations, async () => {
      return (await listOpsStations(db, { ...stationPage, state: 'paused' }, null)).stations;
    }),
    list('chargers', tables.chargers, () => readChargers(db, {}, pageSize)),
    list('chargers, lost', tables.chargers, () => readChargers(db, { status: 'lost' }, pageSize)),
    list('chargers, recalled', tables.chargers, () => {
      return readChargers(db, { status: 'recalled' }, pageSize);
    }),
    list('chargers of a batch', tables.chargers, () => {
      return readChargers(db, { batch: `B-${below(size.chargers / 1000)}` }, pageSize);
    }),
    search('chargers of a station', tables.chargers, () => {
      return readChargers(db, { station: anyStation() }, pageSize);
    }),
    search('a charger', tables.chargers, () => {
      return readChargers(db, { serial: names.charger(below(size.chargers)) }, 1);
    }),
    list('orders', tables.orders, orders()),
    list('orders, unpaid', tables.orders, orders({ state: 'unpaid' })),
    list('orders, failed', tables.orders, orders({ state: 'failed' })),
    list('orders, review', tables.orders, orders({ state: 'review' })),
    list('orders of a day', tables.orders, () => {
      const from = new Date(now.getTime() - below(700) * dayMs).toISOString().slice(0, 10);
      return orders({ from, to: from })();
    }),
    search('orders of a station', tables.orders, () => orders({ station: anyStation() })()),
    search('orders of a charger', tables.orders, () => {
      return orders({ charger: names.charger(below(size.chargers)) })();
    }),
    search('orders of a rider', tables.orders, () => {
      return orders({ rider: names.rider(below(size.riders)) })();
    }),
    detail('an order with its time line', tables.orders, async () => {
      const number = names.order(1 + below(size.orders));
      return (await showOpsOrder(db, number, now)).timeLine;
    }),
    detail('a charger with its time line', tables.chargers, async () => {
      const serial = names.charger(below(size.chargers));
      return (await showCharger(db, serial, timeLinePage, { reach: null, now })).timeLine;
    }),
    detail('a station with its time line', tables.stations, async () => {
      return (await showStation(db, anyStation(), timeLinePage, now)).timeLine;
    }),
    list('cases, not closed', tables.cases, cases()),
    list('cases, all', tables.cases, cases({ state: 'all' })),
    list('cases, overdue', tables.cases, cases({ overdue: 'true' })),
    list('cases of a kind', tables.cases, cases({ kind: 'dispute' })),
    list(
      'cases of an operator',
      tables.cases,
      cases({ assignee: names.operator(1), state: 'all' }),
    ),
    search('cases of an order', tables.cases, () => {
      return cases({ state: 'all', order: names.order(1 + below(size.orders)) })();
    }),
    detail('a case with its time line', tables.cases, async () => {
      return (await showCase(db, names.case(1 + below(size.cases)), now)).timeLine;
    }),
    list('record of operators', tables.acts, acts()),
    list('record of an operator', tables.acts, acts({ who: names.operator(1) })),
    list('record of a kind of act', tables.acts, acts({ action: 'case' })),
    search('record of a case', tables.acts, () => {
      return acts({ subject: names.case(1 + below(size.cases)) })();
    }),
    list('tickets, not done', tables.tickets, () => readTickets(db, {}, pageSize)),
    list('tickets, done', tables.tickets, () => readTickets(db, { state: 'done' }, pageSize)),
    search('tickets of a station', tables.tickets, () => {
      return readTickets(db, { station: anyStation() }, pageSize);
    }),
    search('a rider by phone', tables.riders, () => {
      return riders({ phone: names.phone(below(size.riders)) })();
    }),
    search('a rider by order', tables.riders, () => {
      return riders({ order: names.order(1 + below(size.orders)) })();
    }),
    search('riders by last four digits and day', tables.riders, () => {
      const day = new Date(now.getTime() - below(700) * dayMs).toISOString().slice(0, 10);
      return riders({ last4: names.last4(below(10_000)), day })();
    }),
    search('time line of a rider', tables.riders, async () => {
      const page = { limit: pageSize };
      return (await riderTimeLine(db, names.rider(below(size.riders)), page)).entries;
    }),
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Infinity;
}
