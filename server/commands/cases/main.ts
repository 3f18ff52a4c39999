import { openDatabase } from '../../db/database.ts';
import { openClock } from '../../outside/openOutsideWorld.ts';
import { withSettings } from '../withSettings.ts';
import { runCases } from './runCases.ts';

await withSettings(async (settings) =>
  runCases(process.argv.slice(2), {
    settings,
    open: () => openDatabase(settings),
    clock: await openClock(settings),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
