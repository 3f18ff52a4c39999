import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { reports, vitest, type Result, type Stage } from './stages.ts';
import { isCompleteRun } from './testScope.ts';

/**
 * In a complete run without FUZZ_CASES, each route gets this number of requests, and each reader
 * gets this number of messages.
 */
const casesOfCompleteRun = 10_000;

const RouteFigures = z.object({
  route: z.string(),
  cases: z.int(),
  refused: z.int(),
  statuses: z.record(z.string(), z.int()),
  slowestMs: z.number(),
  heapGrowth: z.number().nullable(),
});
type RouteFigures = z.infer<typeof RouteFigures>;

const files = ['reads', 'writes'].map((name) => join(reports, `fuzz-routes-${name}.json`));

/**
 * The stage with the fuzz tests. In a complete run, it runs in parallel with the end-to-end tests, which often wait.
 * The fuzz tests have a lower priority, so that they do not slow down the end-to-end tests.
 */
export const fuzzStage: Stage = {
  name: 'fuzz',
  async run() {
    const cases = Number(process.env['FUZZ_CASES'] ?? (isCompleteRun() ? casesOfCompleteRun : 100));
    await Promise.all(files.map((file) => rm(file, { force: true })));
    const result = await vitest('fuzz', ['src', 'server'], {
      args: () => ['.fuzz.test.ts', '--maxWorkers=2'],
      live: !isCompleteRun(),
      isYielding: isCompleteRun(),
      env: {
        FUZZ_CASES: String(cases),
        // The data of these tests does not have to survive a crash, so a commit does not wait for the disk.
        PGOPTIONS: '-c synchronous_commit=off',
      },
    }).run();
    return judgeRoutes(await readFigures(), cases, result);
  },
};

async function readFigures(): Promise<RouteFigures[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '[]')));
  return texts.flatMap((text) => z.array(RouteFigures).parse(JSON.parse(text)));
}

/**
 * Prints the figures. Adds a failure to the result if a route got fewer than `cases` cases, or if there are no figures.
 */
function judgeRoutes(routes: readonly RouteFigures[], cases: number, result: Result): Result {
  console.log(describeRoutes(routes));
  const incomplete = routes.filter((route) => route.cases < cases);
  for (const { route, cases: sent } of incomplete) console.log(`${route} got only ${sent} cases`);
  const isComplete = routes.length > 0 && incomplete.length === 0;
  const notes = [result.note, `${routes.length} routes with at least ${cases} cases each`];
  return isComplete
    ? { ...result, note: notes.filter(Boolean).join(', ') }
    : { ...result, failed: result.failed + 1 };
}

/** Returns a line for each route, and a line with the sums of all routes. */
function describeRoutes(routes: readonly RouteFigures[]): string {
  const total: RouteFigures = {
    route: `all ${routes.length} routes`,
    cases: sum(routes.map(({ cases }) => cases)),
    refused: sum(routes.map(({ refused }) => refused)),
    statuses: {},
    slowestMs: Math.max(0, ...routes.map(({ slowestMs }) => slowestMs)),
    heapGrowth: sum(routes.map(({ heapGrowth }) => heapGrowth ?? 0)),
  };
  for (const { statuses } of routes) {
    for (const [status, count] of Object.entries(statuses)) {
      total.statuses[status] = (total.statuses[status] ?? 0) + count;
    }
  }
  return [...routes, total].map(describeRoute).join('\n');
}

function describeRoute({ route, cases, refused, statuses, slowestMs, heapGrowth }: RouteFigures) {
  const classes = ['2', '3', '4', '5'].map((first) => {
    const ofClass = Object.entries(statuses).filter(([status]) => status.startsWith(first));
    return `${first}xx ${sum(ofClass.map(([, count]) => count))}`;
  });
  const growth = ((heapGrowth ?? 0) / 1024 / 1024).toFixed(1);
  const parts = [
    `${cases} cases`,
    `${refused} against the schema`,
    ...classes,
    `slowest ${Math.round(slowestMs)} ms`,
    `heap ${growth} MiB`,
  ];
  return `${route}: ${parts.join(', ')}`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
