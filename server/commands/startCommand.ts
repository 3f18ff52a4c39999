import type { Clock } from '../clock.ts';
import { openDatabase } from '../db/database.ts';
import { openClock } from '../outside/openOutsideWorld.ts';
import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';
import { runCommand, type Program, type Terminal } from './runCommand.ts';

/** All that a command may need. */
interface CommandContext extends Terminal {
  settings: Settings;
  clock: Clock;
}

/**
 * Runs a command with the arguments of this process and the server's settings, database and clock,
 * and sets the exit code. Prints invalid settings and exits with 1.
 */
export async function startCommand(program: Program<CommandContext>): Promise<void> {
  const settings = settingsOrNull();
  process.exitCode = settings
    ? await runCommand(process.argv.slice(2), program, {
        settings,
        open: () => openDatabase(settings),
        clock: await openClock(settings),
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
