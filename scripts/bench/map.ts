import { join } from 'node:path';
import { ensureBuilt, root, run } from '../bootstrap.mjs';

/** The map in Chromium, with 100,000 stations: e2e/bench/map.bench.ts. */
await ensureBuilt();
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(await run(playwright, ['test', '--config=e2e/bench.config.ts', 'map']));
