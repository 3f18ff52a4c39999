import { openDatabase } from '../../db/database.ts';
import { openClock } from '../../outside/openOutsideWorld.ts';
import { withSettings } from '../withSettings.ts';
import { runDisputes } from './runDisputes.ts';

await withSettings(async (settings) =>
  runDisputes(process.argv.slice(2), {
    settings,
    open: () => openDatabase(settings),
    clock: await openClock(settings),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
