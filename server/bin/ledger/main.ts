import { openDatabase } from '../../db/database.ts';
import { readSettings, SettingsError, type Settings } from '../../settings.ts';
import { runLedger } from './runLedger.ts';

const settings = settingsOrNull();
process.exitCode = settings
  ? await runLedger(process.argv.slice(2), {
      open: () => openDatabase(settings),
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
