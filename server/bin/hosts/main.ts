import { openDatabase } from '../../db/database.ts';
import { openSandboxClock } from '../../sandbox/sandboxClock.ts';
import { readSettings, SettingsError, type Settings } from '../../settings.ts';
import { runHosts } from './runHosts.ts';

const settings = settingsOrNull();
process.exitCode = settings
  ? await runHosts(process.argv.slice(2), {
      open: () => openDatabase(settings),
      // The server's own time, also where that was set forward in a sandbox.
      clock: openSandboxClock(settings.dataDir),
      stdout: process.stdout,
      stderr: process.stderr,
    })
  : 1;

function settingsOrNull(): Settings | null {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}
