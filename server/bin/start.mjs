import { ensureBuilt, ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

await ensureInstalled();
process.exit((await ensureBuilt()) || (await run(pinnedNode, ['server/main.ts'])));
