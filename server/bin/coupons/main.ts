import { systemClock } from '../../clock.ts';
import { openDatabase } from '../../db/database.ts';
import { readSettings, SettingsError, type Settings } from '../../settings.ts';
import { runCoupons } from './runCoupons.ts';

const settings = settingsOrNull();
process.exitCode = settings
  ? await runCoupons(process.argv.slice(2), {
      currency: settings.currency,
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
