import { availableParallelism } from 'node:os';
import { createConnection } from 'node:net';
import { mkdir } from 'node:fs/promises';
import { testPostgresUrl } from '../../server/settings/settings.ts';
import { type Result, type Stage, productStages, staticStages, unitStages } from './stages.ts';

const isQuick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = ({ name }: Stage) =>
  wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix));

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

/** Runs the stages in parallel, as many as there are CPU cores. */
async function runTogether(stages: Stage[]): Promise<void> {
  const queue = stages.values();
  const worker = async () => {
    for (const stage of queue) await runStage(stage);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 1000 });
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

async function reportServices(): Promise<void> {
  const postgres = new URL(testPostgresUrl());
  const services: [name: string, host: string, port: number][] = [
    ['PostgreSQL', postgres.hostname, Number(postgres.port || 5432)],
    ['Mosquitto', '127.0.0.1', 1883],
  ];
  for (const [name, host, port] of services) {
    const isThere = await answers(host, port);
    console.log(
      isThere
        ? `${name} answers on ${host}:${port}. The tests use it, too.`
        : `No ${name} on ${host}:${port}. Tests that need it are skipped.`,
    );
  }
}

await mkdir('node_modules/.reports', { recursive: true });
if (!isQuick) await reportServices();
await runTogether(staticStages.filter(isWanted));
for (const stage of [...unitStages, ...(isQuick ? [] : productStages)].filter(isWanted)) {
  await runStage(stage);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
