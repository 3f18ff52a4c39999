import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { findChromium, installChromium } from './browser.ts';
import { canRunChaos } from './services.ts';
import { ensureBuilt } from '../bootstrap.mjs';

/** How many checks of a stage passed and failed; a type check or a build counts as one. */
export interface Result {
  passed: number;
  failed: number;
  /** Shown beside the numbers, such as what was skipped and why. */
  note?: string;
}

export interface Stage {
  name: string;
  run(): Promise<Result>;
}

const reports = join('node_modules', '.reports');
const bin = (name: string) => join('node_modules', '.bin', name);

/** Runs a command. Shows its output only if it fails, or as it comes if `live` is true. */
function execute(command: string, args: string[], live = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
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

/** A stage of one command that passes or fails as a whole. */
function command(name: string, file: string, ...args: string[]): Stage {
  return {
    name,
    run: async () => ((await execute(file, args)) === 0 ? succeeded : broken),
  };
}

const succeeded: Result = { passed: 1, failed: 0 };
const broken: Result = { passed: 0, failed: 1 };

/** No retries by default: a test that passes only at the second try is a failure. */
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
          /** Failure messages of all tries. */
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** `live` shows the progress; stages that run at the same time show their output only if they fail. */
function vitest(
  name: string,
  live: boolean,
  projects: readonly string[],
  /** Runs only the files whose path contains this text. */
  file?: string,
): Stage {
  return {
    name,
    async run() {
      const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
      const code = await execute(
        bin('vitest'),
        [
          'run',
          ...(file === undefined ? [] : [file]),
          '--passWithNoTests',
          ...projects.flatMap((project) => ['--project', project]),
          `--retry=${retries}`,
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        live,
      );
      const seen = VitestReport.parse(JSON.parse(await readFile(report, 'utf8')));
      // A file that cannot be loaded counts as one failed test.
      const unloaded = seen.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length;
      const failed = seen.numFailedTests + unloaded;
      const flaky = seen.testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
      for (const { fullName, failureMessages } of flaky) {
        console.log(`flaky: ${fullName}\n${failureMessages.join('\n')}\n`);
      }
      return {
        passed: seen.numPassedTests,
        failed: code !== 0 && failed === 0 ? 1 : failed,
        ...noteOf(seen.numPendingTests, flaky.length),
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

const endToEnd: Stage = {
  name: 'end to end',
  async run() {
    if ((findChromium() ?? installChromium()) === null) {
      console.log(
        'Chromium is missing. Install the package `chromium`, or set CHROMIUM to its path.',
      );
      return broken;
    }
    const report = join(reports, 'playwright.json');
    process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report;
    const code = await execute(
      bin('playwright'),
      // A log needs only the names of failed tests.
      ['test', '--config=e2e', `--reporter=${process.stdout.isTTY ? 'line' : 'dot'},json`],
      true,
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

export const buildStage: Stage = {
  name: 'production build',
  run: async () => ((await ensureBuilt()) === 0 ? succeeded : broken),
};

const programs = ['contract', 'server', 'sandbox', 'scripts', 'src', 'sw', 'e2e'];

/** Stages that read the code and do not run it. */
export const staticStages: Stage[] = [
  ...[...programs, 'sandbox/pages', '.'].map((program) =>
    command(`types ${program}`, bin('tsc'), '-p', program),
  ),
  command('lint', bin('oxlint')),
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

export const unitStage = vitest('unit', false, ['contract', 'src', 'screens']);

/** Only the fuzz tests, which are part of the other stages, too. */
export const fuzzStage = vitest('fuzz', true, ['src', 'server'], '.fuzz.test.ts');

/** A short chaos run, always with the same faults. */
export const chaosStage: Stage = {
  name: 'chaos',
  async run() {
    if (!(await canRunChaos())) {
      return { passed: 0, failed: 0, note: 'skipped: it needs PostgreSQL and mosquitto' };
    }
    const length = ['--seconds', '30', '--seed', '7', '--riders', '20'];
    const code = await execute(process.execPath, ['scripts/chaos/main.ts', ...length]);
    return code === 0 ? succeeded : broken;
  },
};

/** Stages that run alone, because they start servers and browsers. */
export const endStages: Stage[] = [
  vitest('server', true, ['server', 'scripts']),
  command('budgets', process.execPath, 'scripts/test/budgets.ts'),
  endToEnd,
];
