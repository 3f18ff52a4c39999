import { availableParallelism } from 'node:os';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { answers, postgresAddress } from './services.ts';
import {
  type Result,
  type Stage,
  buildStage,
  chaosStage,
  endStages,
  fuzzStage,
  staticStages,
  unitStage,
} from './stages.ts';

const usage = `Usage: npm test [-- [--quick | --all] [stage …]]

Runs all stages, or the stages whose names begin with a given word, such as types, unit or server.

  --quick  runs only the stages that need no server and no browser (npm run check)
  --all    also runs the tests that are too slow for each change (npm run test:all)
  --seed   the seed of the property and fuzz tests, or "random" (PROPERTY_SEED)
  --cases  how many cases the fuzz tests send to each route or reader (FUZZ_CASES)
  --help   prints this text

The stage fuzz runs only if it is named, and chaos also with --all.
`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
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
// vitest.config.ts and e2e/playwright.config.ts read this variable.
if (values.all) process.env['TEST_SCOPE'] = 'all';
if (values.seed !== undefined) process.env['PROPERTY_SEED'] = values.seed;
if (values.cases !== undefined) process.env['FUZZ_CASES'] = values.cases;

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

/** Runs the stages in this order, as many at the same time as there are CPU cores. */
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
}

await mkdir('node_modules/.reports', { recursive: true });
if (!values.quick) await reportServices();
// The longest stage comes first, so that the other cores run the short stages at the same time.
await runTogether(
  [unitStage, ...(values.quick ? [] : [buildStage]), ...staticStages].filter(isWanted),
);
const extraStages = [fuzzStage, chaosStage].filter(
  (stage) => positionals.includes(stage.name) || (values.all && stage === chaosStage),
);
const lastStages = [...endStages, ...extraStages];
for (const stage of (values.quick ? [] : lastStages).filter(isWanted)) await runStage(stage);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
