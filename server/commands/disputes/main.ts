import { openDatabase } from '../../db/database.ts';
import { openSandboxClock } from '../../../sandbox/sandboxClock.ts';
import { withSettings } from '../withSettings.ts';
import { runDisputes } from './runDisputes.ts';

await withSettings((settings) =>
  runDisputes(process.argv.slice(2), {
    settings,
    open: () => openDatabase(settings),
    // The server's own time, also where that was set forward in a sandbox.
    clock: openSandboxClock(settings.dataDir),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
