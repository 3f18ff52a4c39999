import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureInstalled,
  forwardSignals,
  pinnedEnvironment,
  pinnedNode,
  root,
  whenOrphaned,
} from './bootstrap.mjs';

/**
 * Vite listens on its own port and forwards requests for the API and the sandbox to the server. The
 * server and the sandbox restart when their code changes.
 */
const address = 'http://localhost:5173';

await ensureInstalled();
const env = { ...pinnedEnvironment(), PUBLIC_URL: process.env['PUBLIC_URL'] ?? address };
const children = [
  ['--watch', '--watch-preserve-output', 'sandbox/main.ts'],
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  [join('node_modules', 'vite', 'bin', 'vite.js'), '--strictPort'],
].map((args) => spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', env }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) {
  forwardSignals(child);
  child.on('exit', stop);
}
whenOrphaned(stop);
