import { openDatabase } from '../../db/database.ts';
import { openSandboxClock } from '../../../sandbox/sandboxClock.ts';
import { withSettings } from '../withSettings.ts';
import { runHosts } from './runHosts.ts';

await withSettings((settings) =>
  runHosts(process.argv.slice(2), {
    open: () => openDatabase(settings),
    // The server's own time, also where that was set forward in a sandbox.
    clock: openSandboxClock(settings.dataDir),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
