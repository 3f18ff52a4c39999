import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

await ensureInstalled();
process.exit(await run(pinnedNode, ['server/bin/raffle/main.ts', ...process.argv.slice(2)]));
