import { readSettings, SettingsError, type Settings } from '../settings/settings.ts';

/** Runs this process with the server's own settings, to its exit code; 1, and why, where they are wrong. */
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
