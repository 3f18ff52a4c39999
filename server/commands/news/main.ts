import { openDatabase } from '../../db/database.ts';
import { openClock } from '../../outside/openOutsideWorld.ts';
import { withSettings } from '../withSettings.ts';
import { runNews } from './runNews.ts';

await withSettings(async (settings) =>
  runNews(process.argv.slice(2), {
    open: () => openDatabase(settings),
    clock: await openClock(settings),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
