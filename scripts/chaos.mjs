import { ensureBuilt, ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

await ensureInstalled();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);
process.exit(await run(pinnedNode, ['scripts/chaos/main.ts', ...process.argv.slice(2)]));
