import { join } from 'node:path';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/** Measures the map with 100,000 stations in Chromium (e2e/bench/map.bench.ts). */
await ensureBuilt();
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'map']));
