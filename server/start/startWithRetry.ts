import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/databaseUnavailable.ts';
import type { Logger } from '../dependencies.ts';
import { startServer, type RunningServer } from './startServer.ts';
import type { Settings } from '../settings/settings.ts';

const tries = 30;
const waitMs = 1_000;

/**
 * Starts the server, and retries for half a minute if the database connection is lost, as when PostgreSQL
 * restarts. Then it throws the error.
 */
export async function startWithRetry(settings: Settings, log: Logger): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(settings, log);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const isAway = isDatabaseUnavailable(error) || isDatabaseUnavailable(cause);
      if (attempt === tries || !isAway) throw error;
      log.warn({ err: error }, 'the database is unavailable; the start is tried again');
      await setTimeout(attempt === 1 ? 0 : waitMs);
    }
  }
}
