import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';
import { runCommand, type Program, type Terminal } from './runCommand.ts';

/** Everything that a command may need. */
interface CommandContext extends Terminal {
  settings: Settings;
}

/**
 * Runs a command with the arguments of this process and with the settings of the server, and sets the exit code. For
 * invalid settings it prints the reason, and the exit code is 1.
 *
 * @param options.inCallerDir true if file names are relative to the folder in which the user calls the command.
 * Otherwise they are relative to the folder of the product, because npm runs the command there.
 */
export async function startCommand(
  program: Program<CommandContext>,
  { inCallerDir = false }: { inCallerDir?: boolean } = {},
): Promise<void> {
  const settings = settingsOrNull();
  if (inCallerDir && settings?.callerDir) process.chdir(settings.callerDir);
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
