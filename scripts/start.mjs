import { spawn } from 'node:child_process';
import {
  ensureBuilt,
  ensureInstalled,
  exitOf,
  forwardSignals,
  pinnedEnvironment,
  pinnedNode,
  root,
  whenOrphaned,
} from './bootstrap.mjs';

await ensureInstalled();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);

const server = spawn(pinnedNode, ['--import', './scripts/stopWithParent.mjs', 'server/main.ts'], {
  cwd: root,
  env: pinnedEnvironment(),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
forwardSignals(server);
whenOrphaned(() => server.kill('SIGTERM'));
process.exit(await exitOf(server));
