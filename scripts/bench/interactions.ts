import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/**
 * How quickly the app answers taps and keys in Chromium, on a processor a quarter as fast as this one:
 * e2e/bench/inp.bench.ts. `--json FILE` keeps what was measured.
 */
const { values } = parseArgs({ options: { json: { type: 'string' } } });
await ensureBuilt();
if (values.json !== undefined) process.env['BENCH_JSON'] = resolve(values.json);
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'inp.bench']));
