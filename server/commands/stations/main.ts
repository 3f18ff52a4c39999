import { openDatabase } from '../../db/database.ts';
import { systemClock } from '../../clock.ts';
import { withSettings } from '../withSettings.ts';
import { runStations } from './runStations.ts';

await withSettings((settings) =>
  runStations(process.argv.slice(2), {
    settings,
    open: () => openDatabase(settings),
    clock: systemClock,
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
