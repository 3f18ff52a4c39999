import { openDatabase } from '../../db/database.ts';
import { openClock } from '../../outside/openOutsideWorld.ts';
import { withSettings } from '../withSettings.ts';
import { runHosts } from './runHosts.ts';

await withSettings(async (settings) =>
  runHosts(process.argv.slice(2), {
    open: () => openDatabase(settings),
    clock: await openClock(settings),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
