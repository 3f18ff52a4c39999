import { join } from 'node:path';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/** Measures the history with 10,000 orders, and receipts as images, in Chromium (e2e/bench/history.bench.ts). */
await ensureBuilt();
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'history']));
