import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';

/**
 * Runs this process with the server's settings, and sets its exit code; for invalid settings it
 * prints them and exits with 1.
 */
export async function withSettings(run: (settings: Settings) => Promise<number>): Promise<void> {
  const settings = settingsOrNull();
  process.exitCode = settings ? await run(settings) : 1;
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
