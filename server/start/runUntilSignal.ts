import { FolderInUseError } from '../db/folderGuard.ts';
import type { Logger } from '../dependencies.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';

/**
 * Starts a program with the settings of the environment, and stops it at SIGINT or SIGTERM. If the
 * operator can correct an error, the program prints it without a stack trace and exits with 1.
 */
export async function runUntilSignal(
  start: (settings: Settings, log: Logger) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const settings = settingsOrExit();
  if (!settings) return;
  const log = createLogger(settings.logLevel);
  try {
    const program = await start(settings, log);

    let stopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      // A second signal stops the process at once.
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      program.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    fail(error.message);
  }
}

function settingsOrExit(): Settings | null {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    fail(error.message);
    return null;
  }
}

/** Whether the message of an error is enough for the operator to correct it. Then no stack trace is printed. */
function isForOperator(error: unknown): error is Error {
  if (error instanceof FolderInUseError || error instanceof SettingsError) return true;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
