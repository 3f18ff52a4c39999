import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/**
 * Measures how long a person needs from the QR code to the first charger (e2e/bench/firstUse.bench.ts). `--json FILE`
 * writes the measurements to a file.
 */
const { values } = parseArgs({ options: { json: { type: 'string' } } });
await ensureBuilt();
if (values.json !== undefined) process.env['BENCH_JSON'] = resolve(values.json);
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'firstUse.bench']));
