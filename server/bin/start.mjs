import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  ensureBuilt,
  ensureInstalled,
  exitOf,
  forwardSignals,
  pinnedEnvironment,
  pinnedNode,
  root,
} from './bootstrap.mjs';

/** npm starts us in a shell, which dies of a signal without passing it on. */
function lineage() {
  const { ppid } = process;
  if (process.platform !== 'linux') return String(ppid);
  try {
    return `${ppid} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8'))?.[1]}`;
  } catch {
    // The shell is gone already.
    return String(ppid);
  }
}

const startedBy = lineage();

await ensureInstalled();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);

const server = spawn(pinnedNode, ['--import', './server/bin/leash.mjs', 'server/main.ts'], {
  cwd: root,
  env: pinnedEnvironment(),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
forwardSignals(server);
const watch = setInterval(() => {
  if (lineage() !== startedBy) server.kill('SIGTERM');
}, 500);
const code = await exitOf(server);
clearInterval(watch);
process.exit(code);
