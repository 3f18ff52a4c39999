import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findChromium, installChromium } from './browser.ts';
import { canRunChaos } from './services.ts';
import { isCompleteRun, omittedTests } from './testScope.ts';
import { ensureBuilt } from '../bootstrap.mjs';

/**
 * The numbers of passed and failed checks of a stage. A stage with one command, such as `types and lint`, counts as one
 * check, and so does the build.
 */
export interface Result {
  passed: number;
  failed: number;
  /** A text beside the numbers, for example about skipped tests. */
  note?: string;
}

export interface Stage {
  name: string;
  run(): Promise<Result>;
}

export const reports = join('node_modules', '.reports');
const bin = (name: string) => join('node_modules', '.bin', name);

interface ExecuteOptions {
  /** Whether to show the output at once. Otherwise it is shown only if the command fails. */
  live?: boolean;
  env?: Readonly<Record<string, string>>;
  /** Whether the command has a lower priority than other processes. */
  isYielding?: boolean;
}

function execute(
  command: string,
  args: string[],
  { live = false, env = {}, isYielding = false }: ExecuteOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      env: { ...process.env, ...env },
    });
    if (isYielding && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code !== 0 && !live) process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/** Creates a stage with one command. The stage passes if the exit code of the command is 0. */
function command(name: string, file: string, ...args: string[]): Stage {
  return {
    name,
    run: async () => ((await execute(file, args)) === 0 ? passedOnce : failedOnce),
  };
}

const passedOnce: Result = { passed: 1, failed: 0 };
const failedOnce: Result = { passed: 0, failed: 1 };

/** How often a failed test is repeated. By default, it is not repeated. */
const retries = Number(process.env['TEST_RETRIES'] ?? 0);

function noteOf(skipped: number, flaky: number): Pick<Result, 'note'> {
  const notes = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky > 0 ? [`${flaky} flaky, named above`] : []),
  ];
  return notes.length > 0 ? { note: notes.join(', ') } : {};
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          /** The failure messages of all attempts to run the test. */
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

interface VitestOptions extends ExecuteOptions {
  /** Additional arguments for Vitest. */
  args?: () => string[];
}

/**
 * A stage with Vitest projects. The progress of stages that run in parallel is not shown.
 */
export function vitest(
  name: string,
  projects: readonly string[],
  { args = () => [], ...options }: VitestOptions = {},
): Stage {
  return {
    name,
    async run() {
      const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
      // Delete the report of an earlier run. Otherwise this run would read the old report if Vitest is killed.
      await rm(report, { force: true });
      const code = await execute(
        bin('vitest'),
        [
          'run',
          ...args(),
          '--passWithNoTests',
          ...projects.flatMap((project) => ['--project', project]),
          `--retry=${retries}`,
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        options,
      );
      const seen = VitestReport.parse(JSON.parse(await readFile(report, 'utf8')));
      // A file that cannot be loaded counts as one failed test.
      const unloaded = seen.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length;
      const failed = seen.numFailedTests + unloaded;
      const tests = seen.testResults.flatMap(({ assertionResults }) => assertionResults);
      const flaky = tests.filter(
        ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
      );
      // Only tests whose service is missing count as skipped. Do not count the tests that this run omits.
      const pattern = omittedTests();
      const omitted = tests.filter(({ fullName }) => pattern?.test(fullName) ?? false);
      for (const { fullName, failureMessages } of flaky) {
        console.log(`flaky: ${fullName}\n${failureMessages.join('\n')}\n`);
      }
      return {
        passed: seen.numPassedTests,
        failed: code !== 0 && failed === 0 ? 1 : failed,
        ...noteOf(seen.numPendingTests - omitted.length, flaky.length),
      };
    },
  };
}

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

/** A stage with the Playwright tests whose paths contain `folder`. */
function playwright(name: string, folder: string, env: Readonly<Record<string, string>>): Stage {
  return {
    name,
    async run() {
      if ((findChromium() ?? installChromium()) === null) {
        console.log(
          'Chromium is missing. Install the package `chromium`, or set CHROMIUM to its path.',
        );
        return failedOnce;
      }
      const report = join(reports, 'playwright.json');
      const code = await execute(
        bin('playwright'),
        // Outside a terminal, print only a dot for each test.
        [
          'test',
          '--config=e2e',
          folder,
          `--reporter=${process.stdout.isTTY ? 'line' : 'dot'},json`,
        ],
        { live: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      );
      const { stats } = PlaywrightReport.parse(JSON.parse(await readFile(report, 'utf8')));
      const failed = stats.unexpected;
      return {
        passed: stats.expected + stats.flaky,
        failed: code !== 0 && failed === 0 ? 1 : failed,
        ...noteOf(stats.skipped, stats.flaky),
      };
    },
  };
}

export const endToEndStage = playwright('end to end', 'e2e/', {});

/**
 * Runs the tests in e2e/engines/, which use Chromium, Firefox and WebKitGTK. In a complete run, the
 * stage `end to end` includes these tests.
 */
export const enginesStage = playwright('engines', 'e2e/engines/', { TEST_SCOPE: 'all' });

/** Checks the sizes of the built app. */
export const budgetsStage = command('budgets', process.execPath, 'scripts/test/budgets.ts');

export const buildStage: Stage = {
  name: 'production build',
  run: async () => ((await ensureBuilt()) === 0 ? passedOnce : failedOnce),
};

const programs = ['contract', 'server', 'sandbox', 'scripts', 'src', 'sw', 'e2e'];

/** Stages that only read the code, without running it. */
export const staticStages: Stage[] = [
  // The type-aware rules need the types anyway. With `--type-check`, oxlint also reports wrong types, so a separate
  // `tsc` would repeat the work.
  command('types and lint', bin('oxlint'), '--type-check'),
  command('format', bin('oxfmt'), '--check', '.'),
  command('unused code', bin('knip'), '--no-progress'),
  command('directions', bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...programs),
  command(
    'directions of modules',
    bin('depcruise'),
    '--config',
    '.dependency-cruiser.modules.cjs',
    'server',
  ),
];

/** Excludes the fuzz tests in a complete run, because the stage `fuzz` then runs them with more cases. */
const args = () => (isCompleteRun() ? ['--exclude', '**/*.fuzz.test.ts'] : []);

export const unitStage = vitest('unit', ['contract', 'src', 'screens', 'isolated screens'], {
  args,
});

export const serverStage = vitest('server', ['server', 'scripts'], { args, live: true });

/** A short chaos run with the same seed each time, so that the faults are the same. */
export const chaosStage: Stage = {
  name: 'chaos',
  async run() {
    if (!(await canRunChaos())) {
      return { passed: 0, failed: 0, note: 'skipped: it needs PostgreSQL and mosquitto' };
    }
    const length = ['--seconds', '30', '--seed', '7', '--riders', '20'];
    const code = await execute(process.execPath, ['scripts/chaos/main.ts', ...length]);
    return code === 0 ? passedOnce : failedOnce;
  },
};
