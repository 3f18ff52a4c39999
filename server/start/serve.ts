import { banner } from './banner.ts';
import { FolderInUseError } from '../db/folderGuard.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';
import { startWithRetry } from './startWithRetry.ts';

/** Starts the server with the settings of the environment, and stops it at SIGINT or SIGTERM. */
export async function serve(): Promise<void> {
  const settings = settingsOrExit();
  if (!settings) return;
  const log = createLogger(settings.logLevel);
  try {
    const server = await startWithRetry(settings, log);
    process.stdout.write(await banner(settings, server.firstStation));

    let stopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      // A second signal stops the process at once.
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stopping');
      server.stop().then(
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

/** Errors whose message explains what to do. A stack trace would hide it. */
function isForOperator(error: unknown): error is Error {
  if (error instanceof FolderInUseError || error instanceof SettingsError) return true;
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
