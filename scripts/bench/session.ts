import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/**
 * Measures the memory of an hour of use, and how often idle screens wake the processor, in Chromium with the CPU slowed
 * down six times (e2e/bench/session.bench.ts). `--rounds N` sets the number of rounds, and `--json FILE` writes the
 * measurements to a file.
 */
const { values } = parseArgs({
  options: { json: { type: 'string' }, rounds: { type: 'string' } },
});
await ensureBuilt();
if (values.json !== undefined) process.env['BENCH_JSON'] = resolve(values.json);
if (values.rounds !== undefined) process.env['SESSION_ROUNDS'] = values.rounds;
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'session.bench']));
