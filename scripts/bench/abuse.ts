import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ensureBuilt } from '../bootstrap.mjs';
import { spreadOf } from '../chaos/figures.ts';
import { startAbusedServer, type AbusedServer } from './abuse/abusedServer.ts';
import { emptyDiary, Journey, type Diary } from './abuse/journey.ts';

/**
 * During the abuse, the median and the 95th percentile of the journeys must be below this many times the values without
 * the abuse.
 */
const goal = 2;
const warmUpSeconds = 5;
/** The number of answers to the abusive calls, by the kind of call and the status. */
const Counts = z.record(z.string(), z.record(z.string(), z.number()));
type Counts = z.infer<typeof Counts>;
const rounds = 3;

const options = readOptions();
if ((await ensureBuilt()) !== 0) process.exit(1);
const world = await startAbusedServer();
let load: ChildProcess | null = null;
const stop = async (): Promise<void> => {
  load?.kill('SIGKILL');
  await world.close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
try {
  process.exitCode = (await measure(world)) ? 0 : 1;
} finally {
  await stop();
}
process.exit();

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '40' },
      riders: { type: 'string', default: '4' },
      calls: { type: 'string', default: '200' },
      json: { type: 'string' },
    },
  });
  const { seconds, riders, calls, json } = values;
  return { seconds: Number(seconds), riders: Number(riders), calls: Number(calls), json };
}

async function measure(of: AbusedServer): Promise<boolean> {
  const { server } = of;
  let index = 0;
  /** Lets `options.riders` riders make journeys at the same time, for `seconds`. Returns the times and the failures. */
  const phase = async (seconds: number): Promise<Diary> => {
    const diary = emptyDiary();
    const end = performance.now() + seconds * 1000;
    const rider = async (): Promise<void> => {
      while (performance.now() < end) {
        const journey = new Journey(of, diary, index++);
        await journey.make().catch((error: unknown) => diary.failures.push(String(error)));
        await setTimeout(200);
      }
    };
    await Promise.all(Array.from({ length: options.riders }, rider));
    return diary;
  };
  const alone = emptyDiary();
  const beside = emptyDiary();
  const memory = { before: await server.residentMiB(), beside: 0 };
  const abuse: Counts = {};
  await phase(warmUpSeconds);
  // Measure with and without the abuse in turns, because the speed of a machine changes.
  for (let round = 0; round < rounds; round++) {
    addTo(alone, await phase(options.seconds / rounds));
    load = startLoad(server.port);
    await setTimeout(warmUpSeconds * 1000);
    addTo(beside, await phase(options.seconds / rounds));
    memory.beside = Math.max(memory.beside, (await server.residentMiB()) ?? 0);
    addCounts(abuse, await endLoad(load));
    load = null;
    await setTimeout(warmUpSeconds * 1000);
  }

  const figures = {
    options,
    alone: summaryOf(alone),
    beside: summaryOf(beside),
    ratio: ratioOf(beside.journeys, alone.journeys),
    steps: Object.fromEntries(
      [...alone.steps].map(([step, times]) => [
        step,
        {
          alone: spreadOf(times),
          beside: spreadOf(beside.steps.get(step) ?? []),
          ratio: ratioOf(beside.steps.get(step) ?? [], times),
        },
      ]),
    ),
    memory,
    abuse,
  };
  print(figures);
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify(figures, null, 2));
  const { p50, p95 } = figures.ratio;
  const hasFailed = alone.failures.length + beside.failures.length > 0;
  const reached = !hasFailed && p50 !== null && p50 < goal && p95 !== null && p95 < goal;
  console.log(
    `\ngoal: median and p95 of the journeys below ${goal}, no failure: ${reached ? 'reached' : 'MISSED'}`,
  );
  return reached;
}

function startLoad(port: number): ChildProcess {
  const file = path.join(import.meta.dirname, 'abuseLoad.ts');
  return spawn(process.execPath, [file, String(port), String(options.calls)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function endLoad(child: ChildProcess): Promise<Counts> {
  if (!child.stdin || !child.stdout) throw new Error('the load has no pipes');
  const ended = once(child, 'exit');
  child.stdin.end();
  const counts = Counts.parse(JSON.parse(await text(child.stdout)));
  await ended;
  return counts;
}

function addTo(sum: Diary, part: Diary): void {
  for (const [step, times] of part.steps) {
    sum.steps.set(step, [...(sum.steps.get(step) ?? []), ...times]);
  }
  sum.journeys.push(...part.journeys);
  sum.refused += part.refused;
  sum.challenges += part.challenges;
  sum.failures.push(...part.failures);
}

function addCounts(sum: Counts, part: Counts): void {
  for (const [kind, answers] of Object.entries(part)) {
    const of = (sum[kind] ??= {});
    for (const [what, times] of Object.entries(answers)) of[what] = (of[what] ?? 0) + times;
  }
}

function summaryOf({ journeys, refused, challenges, failures }: Diary) {
  return { journeys: spreadOf(journeys), refused, challenges, failures };
}

function ratioOf(times: readonly number[], base: readonly number[]) {
  const [a, b] = [exact(times), exact(base)];
  return { p50: share(a.p50, b.p50), p95: share(a.p95, b.p95) };
}

function exact(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
  return { p50: at(0.5), p95: at(0.95) };
}

function share(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : Math.round((a / b) * 100) / 100;
}

function print(figures: {
  alone: ReturnType<typeof summaryOf>;
  beside: ReturnType<typeof summaryOf>;
  ratio: ReturnType<typeof ratioOf>;
  steps: Record<
    string,
    Record<'alone' | 'beside', ReturnType<typeof spreadOf>> & { ratio: ReturnType<typeof ratioOf> }
  >;
  memory: { before: number | null; beside: number | null };
  abuse: Counts;
}): void {
  const { alone, beside, ratio, steps, memory, abuse } = figures;
  const cell = (value: number | null) => String(value ?? '-').padStart(9);
  const row = (name: string, values: readonly (number | null)[]) =>
    console.log(name.padEnd(18) + values.map(cell).join(''));
  console.log(
    `\n${''.padEnd(18)}${['alone', '', 'beside', '', 'ratio', ''].map((one) => one.padStart(9)).join('')}`,
  );
  console.log(
    `${'milliseconds'.padEnd(18)}${['p50', 'p95', 'p50', 'p95', 'p50', 'p95'].map((one) => one.padStart(9)).join('')}`,
  );
  for (const [step, { alone: a, beside: b, ratio: r }] of Object.entries(steps)) {
    row(step, [a.p50, a.p95, b.p50, b.p95, r.p50, r.p95]);
  }
  const [a, b] = [alone.journeys, beside.journeys];
  row('journey', [a.p50, a.p95, b.p50, b.p95, ratio.p50, ratio.p95]);
  console.log(`\njourneys: ${a.count} alone, ${b.count} beside the abuse`);
  console.log(`calls of journeys that had to be repeated: ${alone.refused} and ${beside.refused}`);
  console.log(`challenges before a login code: ${alone.challenges} and ${beside.challenges}`);
  console.log(
    `memory of the server: ${memory.before?.toFixed()} MiB, then ${memory.beside?.toFixed()} MiB`,
  );
  for (const failure of [...alone.failures, ...beside.failures]) console.log(`FAILED ${failure}`);
  console.log('\nabuse: answers by status');
  for (const [kind, answers] of Object.entries(abuse)) {
    const parts = Object.entries(answers).map(([what, times]) => `${what}: ${times}`);
    console.log(`${kind.padEnd(22)} ${parts.join(', ')}`);
  }
}
