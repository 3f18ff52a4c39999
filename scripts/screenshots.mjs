import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

await ensureInstalled();
process.exit(await run(pinnedNode, ['scripts/screenshots/main.ts', ...process.argv.slice(2)]));
