import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

await ensureInstalled();
process.exit(await run(pinnedNode, ['scripts/mutants/main.ts', ...process.argv.slice(2)]));
