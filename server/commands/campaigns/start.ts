import { openDatabase } from '../../db/database.ts';
import { openSandboxClock } from '../../../sandbox/sandboxClock.ts';
import { withSettings } from '../withSettings.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs a command of this process's arguments with the server's own settings, database and time. */
export function start(
  run: (args: readonly string[], around: Surroundings) => Promise<number>,
): Promise<void> {
  return withSettings((settings) =>
    run(process.argv.slice(2), {
      currency: settings.currency,
      publicUrl: settings.publicUrl,
      open: () => openDatabase(settings),
      // Also where that was set forward in a sandbox.
      clock: openSandboxClock(settings.dataDir),
      stdout: process.stdout,
      stderr: process.stderr,
    }),
  );
}
