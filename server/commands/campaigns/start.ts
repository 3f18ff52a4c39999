import { openDatabase } from '../../db/database.ts';
import { openClock } from '../../outside/openOutsideWorld.ts';
import { withSettings } from '../withSettings.ts';
import type { CampaignContext } from './context.ts';

/** Runs a command with this process's arguments and the server's settings, database and clock. */
export function start(
  run: (args: readonly string[], context: CampaignContext) => Promise<number>,
): Promise<void> {
  return withSettings(async (settings) =>
    run(process.argv.slice(2), {
      currency: settings.currency,
      publicUrl: settings.publicUrl,
      open: () => openDatabase(settings),
      clock: await openClock(settings),
      stdout: process.stdout,
      stderr: process.stderr,
    }),
  );
}
