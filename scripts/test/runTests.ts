import { availableParallelism } from 'node:os';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fuzzStage } from './fuzzStage.ts';
import { answers, hasMosquitto, postgresAddress } from './services.ts';
import {
  type Result,
  type Stage,
  budgetsStage,
  buildStage,
  chaosStage,
  endToEndStage,
  enginesStage,
  serverStage,
  staticStages,
  unitStage,
} from './stages.ts';

const usage = `Usage: npm test [-- [--quick | --slow | --all] [stage …]]

Runs all stages, or the stages whose names begin with a given word, such as types, unit or server.

  --quick  runs only the stages that need no server and no browser (npm run check)
  --slow   also runs the tests with the tag @slow, as CI does
  --all    also runs the tests with the tag @slow or @all (npm run test:all)
  --seed   the seed of the property and fuzz tests, or "random" (PROPERTY_SEED)
  --cases  how many cases the fuzz tests send to each route or reader (FUZZ_CASES)
  --help   prints this text

The stages fuzz and chaos run only if they are named, or with --all. The stage engines runs only if it is named,
because --all runs its tests with the other end-to-end tests.
`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        seed: { type: 'string' },
        cases: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
// vitest.config.ts and e2e/playwright.config.ts read TEST_SCOPE.
if (values.slow) process.env['TEST_SCOPE'] = 'slow';
if (values.all) process.env['TEST_SCOPE'] = 'all';
if (values.seed !== undefined) process.env['PROPERTY_SEED'] = values.seed;
if (values.cases !== undefined) process.env['FUZZ_CASES'] = values.cases;

const stages = [unitStage, buildStage]
  .concat(staticStages)
  .concat(serverStage, budgetsStage, endToEndStage, fuzzStage, chaosStage, enginesStage)
  .map(({ name }) => name);
const unknown = positionals.filter((word) => !stages.some((name) => name.startsWith(word)));
if (unknown.length > 0) {
  console.error(`There is no stage ${unknown.join(', ')}. The stages are: ${stages.join(', ')}.`);
  process.exit(2);
}

const isWanted = ({ name }: Stage) =>
  positionals.length === 0 || positionals.some((prefix) => name.startsWith(prefix));

const total: Result = { passed: 0, failed: 0 };

async function runStage(stage: Stage): Promise<void> {
  const start = performance.now();
  const result = await stage.run().catch((error: unknown): Result => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const outcome = result.failed === 0 ? 'ok    ' : 'FAILED';
  const numbers =
    result.passed + result.failed > 1 ? `${result.passed} passed, ${result.failed} failed` : '';
  const details = [numbers, result.note].filter(Boolean).join(', ');
  console.log(`${outcome} ${seconds} s  ${stage.name}${details && `: ${details}`}`);
}

/**
 * Starts the stages in this order. At most as many stages run at the same time as there are CPU
 * cores.
 */
async function runTogether(stages: Stage[]): Promise<void> {
  const queue = stages.values();
  const worker = async () => {
    for (const stage of queue) await runStage(stage);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function reportServices(): Promise<void> {
  const services = [
    { name: 'PostgreSQL', ...postgresAddress() },
    { name: 'Mosquitto', host: '127.0.0.1', port: 1883 },
  ];
  for (const { name, host, port } of services) {
    const isThere = await answers(host, port);
    console.log(
      isThere
        ? `${name} runs on ${host}:${port}. The tests use it.`
        : `No ${name} on ${host}:${port}. Tests that need it are skipped.`,
    );
  }
  if (!hasMosquitto()) {
    console.log('The program mosquitto is missing. Tests that start it are skipped.');
  }
}

await mkdir('node_modules/.reports', { recursive: true });
if (!values.quick) await reportServices();
// The longest stage starts first. Meanwhile, the other cores run the short stages.
await runTogether(
  [unitStage, ...(values.quick ? [] : [buildStage]), ...staticStages].filter(isWanted),
);
const isExtra = ({ name }: Stage) => values.all || positionals.includes(name);
if (!values.quick) {
  for (const stage of [serverStage, budgetsStage].filter(isWanted)) await runStage(stage);
  // The fuzz tests use the processor while the browsers wait.
  const together = [endToEndStage, ...[fuzzStage].filter(isExtra)].filter(isWanted);
  await Promise.all(together.map(runStage));
  for (const stage of [chaosStage].filter(isExtra).filter(isWanted)) await runStage(stage);
  if (positionals.includes(enginesStage.name)) await runStage(enginesStage);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
