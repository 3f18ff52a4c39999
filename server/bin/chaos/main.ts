import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { check } from './checker.ts';
import { Disturbances } from './disturbances.ts';
import { gather, openJobs, readBooks, type Facts } from './facts.ts';
import { rowOf, spreadOf } from './figures.ts';
import { Random } from './random.ts';
import { pushInto, Rider, type Diary } from './rider.ts';
import { Webhooks } from './webhooks.ts';
import { createWorld, type World } from './world.ts';

/**
 * The product from outside, disturbed for a while, and then checked: `npm run chaos -- --seconds 150 --seed 7
 * --riders 30 --json figures.json`. Needs PostgreSQL and Mosquitto.
 */
const options = readOptions();

/** No job may wait longer while everything is disturbed, in seconds. */
const longestJobWait = 30;
/** Everything has to come to rest within this time, in seconds. */
const settleWithin = 180;

console.log(`seed ${options.seed}, ${options.seconds} seconds, ${options.riders} riders`);
const world = await createWorld(new Random(options.seed));
let violations: string[] = ['the run did not come to its end'];
try {
  violations = await run(world);
} catch (error) {
  console.error(error);
} finally {
  await world.close({ keepFolder: violations.length > 0 });
}
process.exit(violations.length > 0 ? 1 : 0);

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '150' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      riders: { type: 'string', default: '30' },
      json: { type: 'string' },
    },
  });
  const { seconds, seed, riders, json } = values;
  return { seconds: Number(seconds), seed: Number(seed), riders: Number(riders), json };
}

async function run(world: World): Promise<string[]> {
  const diary: Diary = { attempts: [], openedMs: [], billedMs: [], refusals: new Map() };
  const plans = { over: false, isOver: () => plans.over };
  const riders: Rider[] = [];
  const unsettled: string[] = [];
  /** One after the other, each until it may not rent any more. */
  const seat = async (keepsLast: boolean): Promise<void> => {
    while (!plans.over) {
      const index = riders.length;
      const rider = new Rider(world, diary, {
        index,
        plans,
        keepsLast,
        random: world.random.fork(),
      });
      riders.push(rider);
      await rider.live().catch((error: unknown) => unsettled.push(`a rider gave up: ${String(error)}`));
    }
  };
  const disturbances = new Disturbances(world);
  const webhooks = new Webhooks(world, world.random.fork());
  const jobWaits: number[] = [];
  const watching = new AbortController();
  const watch = watchJobs(world, jobWaits, watching.signal);
  const find = findLostChargers(world, riders, watching.signal);
  const carrying = webhooks.carry();
  const seats = Promise.all(Array.from({ length: options.riders }, (_, index) => seat(index < 3)));

  disturbances.start();
  await Promise.race([setTimeout(options.seconds * 1000), seats]);
  await disturbances.end();
  plans.over = true;
  const endedAt = performance.now();
  const isHome = await Promise.race([
    seats.then(() => true),
    setTimeout(settleWithin * 1000, false, { ref: false }),
  ]);
  if (!isHome) unsettled.push('not all riders came to their end');
  await settle(world, endedAt);
  const settledMs = performance.now() - endedAt;
  watching.abort();
  webhooks.end();
  await Promise.all([watch, find, carrying]);

  const orders = (await Promise.all(riders.map((rider) => rider.orders()))).flat();
  const facts = await gather(world, { attempts: diary.attempts, orders });
  const longest = Math.max(0, ...jobWaits);
  const violations = [
    ...unsettled,
    ...world.served.flatMap(({ process }) => process.unexpectedExits),
    ...world.balancer.brokenPromises,
    ...webhooks.believed,
    ...(longest > longestJobWait ? [`a job waited for ${longest.toFixed(1)} s`] : []),
    ...check(facts),
  ];
  await report(world, { diary, disturbances, webhooks, jobWaits, settledMs, facts, violations });
  return violations;
}

/** Until nothing is under way, or the time is up; cabinets that only then send again get a new line. */
async function settle(world: World, since: number): Promise<void> {
  let quiet = 0;
  for (let round = 1; performance.now() - since < settleWithin * 1000; round++) {
    const books = await readBooks(world.database.db);
    const untold = world.cabinets.filter(({ cabinet }) =>
      cabinet.log.some(({ type }) => type !== 'heartbeat'),
    );
    quiet = isAtRest(books) && untold.length === 0 ? quiet + 1 : 0;
    if (quiet >= 3) return;
    if (round % 20 === 0) for (const cabinet of untold) cabinet.cut();
    await setTimeout(1_000);
  }
}

const open = new Set(['authorizing', 'ejecting', 'ejectUnknown', 'settling', 'paying']);
const moving = new Set(['requested', 'unknown', 'capturing', 'voiding', 'refunding']);

function isAtRest({ rentals, payments, openJobs }: Facts['books']): boolean {
  return (
    openJobs.length === 0 &&
    !rentals.some(({ state }) => open.has(state)) &&
    !payments.some(({ state }) => moving.has(state))
  );
}

async function watchJobs(world: World, waits: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const jobs = await openJobs(world.database.db);
    waits.push(...jobs.map(({ waited }) => waited));
    await setTimeout(1_000);
  }
}

/** Who finds a charger that nobody looks after puts it into the nearest cabinet. */
async function findLostChargers(
  world: World,
  riders: readonly Rider[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const followed = new Set(riders.map(({ following }) => following));
    for (const { charger, rentalId, outAt } of world.truth.outside) {
      const isOld = performance.timeOrigin + performance.now() - outAt.getTime() > 3_000;
      if (isOld && !followed.has(rentalId))
        pushInto(world, world.random.pick(world.cabinets), charger);
    }
    await setTimeout(1_000);
  }
}

async function report(
  world: World,
  given: {
    diary: Diary;
    disturbances: Disturbances;
    webhooks: Webhooks;
    jobWaits: number[];
    settledMs: number;
    facts: Facts;
    violations: string[];
  },
): Promise<void> {
  const { diary, disturbances, webhooks, jobWaits, settledMs, facts, violations } = given;
  const spreads = {
    'restart until ready (ms)': world.served.flatMap(({ process }) => process.readyMs),
    'request until slot opens (ms)': diary.openedMs,
    'return until billed and paid (ms)': diary.billedMs,
    'request until answered (ms)': world.balancer.answerMs,
    'wait of a due job (ms)': jobWaits.map((seconds) => seconds * 1000),
  };
  const counts = {
    disturbances: Object.fromEntries(disturbances.counts),
    rentals: countBy(facts.books.rentals.map(({ state }) => state)),
    refusals: Object.fromEntries(diary.refusals),
    failures: Object.fromEntries(world.balancer.failures),
    cases: countBy(facts.books.cases.map(({ kind }) => kind)),
    webhooks: { sent: webhooks.sent, forged: webhooks.forged },
    'settled after (s)': Math.round(settledMs / 1000),
  };
  console.log(`${''.padEnd(34)}    count      p50      p95      max`);
  for (const [name, values] of Object.entries(spreads)) console.log(rowOf(name, spreadOf(values)));
  for (const [name, value] of Object.entries(counts))
    console.log(`${name}: ${JSON.stringify(value)}`);
  console.log(violations.length === 0 ? 'no violation' : `${violations.length} violations:`);
  for (const violation of violations) console.log(`  ${violation}`);
  if (violations.length > 0) console.log(`The processes' output is in ${world.folder}`);
  if (options.json !== undefined) {
    const figures = Object.fromEntries(
      Object.entries(spreads).map(([name, values]) => [name, spreadOf(values)]),
    );
    const { seed, seconds, riders } = options;
    const all = { seed, seconds, riders, figures, ...counts, violations };
    await writeFile(options.json, `${JSON.stringify(all, null, 2)}\n`);
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
