import { openDatabase } from '../../db/database.ts';
import { systemClock } from '../../clock.ts';
import { readSettings, SettingsError, type Settings } from '../../settings.ts';
import { runStations } from './runStations.ts';

const settings = settingsOrNull();
process.exitCode = settings
  ? await runStations(process.argv.slice(2), {
      settings,
      open: () => openDatabase(settings),
      clock: systemClock,
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
