import { join } from 'node:path';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/**
 * Measures a history of 10,000 orders, and the generation of receipt images, in Chromium
 * (e2e/bench/history.bench.ts).
 */
await ensureBuilt();
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'history']));
