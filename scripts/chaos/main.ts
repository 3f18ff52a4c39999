import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from '../../server/time/clock.ts';
import { returnUnusedChargers, watchJobs, watchMap, watchMemory } from './backgroundTasks.ts';
import { Desk } from './desk.ts';
import { Disturbances } from './disturbances.ts';
import { gather, type Facts } from './facts.ts';
import { writeFacts } from './factsFile.ts';
import { violationOf, type Violation } from './invariants.ts';
import { Random } from './random.ts';
import { report } from './report.ts';
import { Rider, type RiderLog } from './rider.ts';
import { settle } from './settle.ts';
import { Webhooks } from './webhooks.ts';
import { createWorld, type World } from './world.ts';

/** The longest time that a due job may wait during the run, in seconds. */
const longestJobWait = 15;
/** The number of `seat` calls with `keepsLast`: their riders keep the charger that they have when the run ends. */
const keepers = 3;
/** The highest number of riders who sign out at the end, and of riders who delete their account at the end. */
const leavers = 8;

const stuck = violationOf(11);
const ViolationShape = z.object({ invariant: z.int(), what: z.string() });

/**
 * Runs the product, disturbs it for a while, and then checks the results from outside. Example:
 * `npm run chaos -- --seconds 240 --seed 7 --riders 60 --json figures.json`. The run needs
 * PostgreSQL and Mosquitto.
 */
const options = readOptions();
console.log(`seed ${options.seed}, ${options.seconds} seconds, ${options.riders} riders`);
const world = await createWorld(new Random(options.seed));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close({ keepFolder: false }).then(() => process.exit(1)));
}
const violations = await run(world).catch((error: unknown) => {
  console.error(error);
  return [stuck('the run did not come to its end')];
});
const keepFolder = violations.length > 0 || world.balancer.hasUnexpectedErrors;
await world.close({ keepFolder });
if (keepFolder) console.log(`The logs of the processes are in ${world.folder}`);
process.exit(violations.length > 0 ? 1 : 0);

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '240' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      riders: { type: 'string', default: '60' },
      json: { type: 'string' },
    },
  });
  const { seconds, seed, riders, json } = values;
  return { seconds: Number(seconds), seed: Number(seed), riders: Number(riders), json };
}

async function run(world: World): Promise<Violation[]> {
  const diary: RiderLog = {
    attempts: [],
    orders: new Map(),
    freed: new Set(),
    openedMs: [],
    billedMs: { resent: [], afterReconnect: [] },
    refusals: new Map(),
    sessions: [],
    violations: [],
  };
  const day = { isOver: false };
  const riders: Rider[] = [];
  const lives: Promise<void>[] = [];
  /** Lets riders rent one after another. The next rider starts when the previous rider walks away or stops. */
  const seat = async (keepsLast: boolean): Promise<void> => {
    while (!day.isOver) {
      const index = riders.length;
      const rider = new Rider(world, diary, { index, day, keepsLast, random: world.random.fork() });
      riders.push(rider);
      const life = rider.live().catch((error: unknown) => {
        diary.violations.push(stuck(`a rider gave up: ${String(error)}`));
      });
      lives.push(life);
      await Promise.race([life, rider.walksAway]);
    }
  };
  const disturbances = new Disturbances(world);
  const webhooks = new Webhooks(world, world.random.fork());
  const watching = new AbortController();
  const watched = Promise.all([
    watchJobs(world, watching.signal),
    watchMemory(world, watching.signal),
    watchMap(world, watching.signal),
    returnUnusedChargers(world, riders, watching.signal),
    webhooks.carry(watching.signal),
  ]);
  let areHome = false;
  const seats = Array.from({ length: options.riders }, (_, index) => seat(index < keepers));
  void Promise.all(seats)
    .then(() => Promise.all(lives))
    .then(() => (areHome = true));

  const desk = new Desk(world, diary, world.random.fork());
  const closing = desk.run(day).catch((error: unknown) => {
    diary.violations.push(stuck(`an operator gave up: ${String(error)}`));
  });
  disturbances.start();
  await setTimeout(options.seconds * 1000);
  await disturbances.end();
  day.isOver = true;
  await closing;
  const settled = await settle(world, () => areHome);
  const readAt = systemClock.now();
  const views = await Promise.all(
    riders.map(async (rider) => {
      const orders = await rider.orders();
      return { orders, wallet: await rider.wallet(orders) };
    }),
  );
  const deletedPhones = await leave(riders);
  watching.abort();
  const [jobWaits, memory] = await watched;

  const longest = Math.max(0, ...jobWaits);
  const facts = await gather(world, {
    riders: {
      attempts: diary.attempts,
      orders: views.flatMap(({ orders }) => orders),
      wallets: views.flatMap(({ wallet }) => wallet ?? []),
      freed: [...diary.freed],
      readAt,
    },
    desk: { closings: desk.log.closings },
    sessions: diary.sessions,
    deletedPhones,
    seen: [
      ...diary.violations,
      ...[...settled.unsettled, ...world.balancer.brokenPromises].map(stuck),
      ...(longest > longestJobWait ? [stuck(`a job waited for ${longest.toFixed(1)} s`)] : []),
      ...world.served.flatMap(({ process }) => process.unexpectedExits).map(violationOf(18)),
      ...webhooks.believed.map(violationOf(12)),
      // If no account was deleted, the run has not checked that a deleted account leaves no data.
      ...(deletedPhones.length === 0 ? [violationOf(17)('no account could be deleted')] : []),
    ],
  });
  const file = path.join(world.folder, 'facts.json');
  await writeFile(file, writeFacts(facts));
  const violations = await runChecker(file);
  const seen = {
    diary,
    desk: desk.log,
    disturbances,
    webhooks,
    jobWaits,
    memory,
    settled,
    facts,
    violations,
  };
  await report(world, { options, ...seen });
  if (violations.length > 0) await saveEvidence(world, facts);
  return violations;
}

/**
 * Lets some riders sign out, and some delete their account. Returns the phone numbers of the
 * deleted accounts.
 */
async function leave(riders: readonly Rider[]): Promise<string[]> {
  const present = riders.filter(({ session }) => session !== null);
  const some = Math.min(leavers, Math.ceil(present.length / 3));
  await Promise.all(present.slice(0, some).map((rider) => rider.logOut()));
  const phones: string[] = [];
  for (const rider of present.slice(some)) {
    if (phones.length === some) break;
    if (await rider.deleteAccount()) phones.push(rider.phone);
  }
  return phones;
}

/** Runs the checker as a separate program, so that the checker can read only the facts. */
async function runChecker(file: string): Promise<Violation[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'check.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return z.array(ViolationShape).parse(await json(child.stdout));
}

/** Writes the facts and the state of the database and the cabinets to the folder of the logs. */
async function saveEvidence({ database, cabinets, folder }: World, facts: Facts): Promise<void> {
  const rentals = await database.db.selectFrom('rentals').selectAll().execute();
  const payments = await database.db.selectFrom('payments').selectAll().execute();
  const stations = await database.db.selectFrom('stations').selectAll().execute();
  const cabinetFacts = cabinets.map(({ cabinet: { stationId, behaviour, log } }) => ({
    stationId,
    behaviour,
    log,
  }));
  const { fleet, provider } = facts;
  const evidence = { fleet, provider, rentals, payments, stations, cabinets: cabinetFacts };
  await writeFile(path.join(folder, 'evidence.json'), JSON.stringify(evidence, null, 2));
}
