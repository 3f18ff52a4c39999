import { setTimeout } from 'node:timers/promises';
import { isDatabaseAway } from './db/databaseAway.ts';
import type { Logger } from './dependencies.ts';
import { startServer, type RunningServer } from './start.ts';
import type { Settings } from './settings.ts';

const tries = 30;
const waitMs = 1_000;

/**
 * Starts the server, and tries again where the database goes away meanwhile, as it does when it is itself
 * restarted. Half a minute later the error is the caller's.
 */
export async function startPatiently(settings: Settings, log: Logger): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(settings, log);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const isAway = isDatabaseAway(error) || isDatabaseAway(cause);
      if (attempt === tries || !isAway) throw error;
      log.warn({ err: error }, 'the database is away; the start is tried again');
      await setTimeout(attempt === 1 ? 0 : waitMs);
    }
  }
}
