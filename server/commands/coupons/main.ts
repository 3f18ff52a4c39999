import { systemClock } from '../../clock.ts';
import { openDatabase } from '../../db/database.ts';
import { withSettings } from '../withSettings.ts';
import { runCoupons } from './runCoupons.ts';

await withSettings((settings) =>
  runCoupons(process.argv.slice(2), {
    currency: settings.currency,
    open: () => openDatabase(settings),
    clock: systemClock,
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
