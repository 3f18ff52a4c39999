import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

/** Runs a program in `server/commands/`. Example: `npm run ops -- stations list`. */
const [name, ...args] = process.argv.slice(2);
await ensureInstalled();
process.exit(await run(pinnedNode, [`server/commands/${name}/main.ts`, ...args]));
