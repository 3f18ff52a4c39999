import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';
import { runCommand, type Program, type Terminal } from './runCommand.ts';

/** Everything that a command may need. */
interface CommandContext extends Terminal {
  settings: Settings;
}

/**
 * Runs a command with the arguments of this process and with the settings of the server. It sets the exit code. For invalid settings it prints the reason and exits with 1.
 */
export async function startCommand(program: Program<CommandContext>): Promise<void> {
  const settings = settingsOrNull();
  process.exitCode = settings
    ? await runCommand(process.argv.slice(2), program, {
        settings,
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
