import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

/** `npm run stations -- list` and the like: each command is a program of its own in `server/commands/`. */
const [name, ...args] = process.argv.slice(2);
await ensureInstalled();
process.exit(await run(pinnedNode, [`server/commands/${name}/main.ts`, ...args]));
