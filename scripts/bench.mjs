import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ensureInstalled, pinnedNode, run } from './bootstrap.mjs';

/** `npm run bench -- <name> [options]` runs the program `bench/<name>.ts`. */
const [name, ...options] = process.argv.slice(2);
const folder = new URL('bench/', import.meta.url);
const isName = name !== undefined && /^[a-z]+$/.test(name);
if (!isName || !existsSync(new URL(`${name}.ts`, folder))) {
  const names = (await readdir(folder)).flatMap((file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? []);
  console.error(`Usage: npm run bench -- ${names.join(' | ')}`);
  process.exit(1);
}
await ensureInstalled();
process.exit(await run(pinnedNode, [`scripts/bench/${name}.ts`, ...options]));
