import { openDatabase } from '../../db/database.ts';
import { openSandboxClock } from '../../sandbox/sandboxClock.ts';
import { readSettings, SettingsError, type Settings } from '../../settings.ts';
import type { Surroundings } from './runCommand.ts';

/** Runs a command of this process's arguments with the server's own settings, database and time. */
export async function start(
  run: (args: readonly string[], around: Surroundings) => Promise<number>,
): Promise<void> {
  const settings = settingsOrNull();
  process.exitCode = settings
    ? await run(process.argv.slice(2), {
        currency: settings.currency,
        publicUrl: settings.publicUrl,
        open: () => openDatabase(settings),
        // Also where that was set forward in a sandbox.
        clock: openSandboxClock(settings.dataDir),
        stdout: process.stdout,
        stderr: process.stderr,
      })
    : 1;
}

function settingsOrNull(): Settings | null {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}
