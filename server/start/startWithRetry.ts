import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/databaseUnavailable.ts';
import type { Logger } from '../dependencies.ts';
import { startServer, type RunningServer } from './startServer.ts';
import type { Settings } from '../settings/settings.ts';

const tries = 30;
const waitMs = 1_000;

/**
 * Starts the server. If the database is unavailable, for example because PostgreSQL restarts, it tries
 * thirty times, and then throws the error. The second try follows at once, and each later try after one second.
 */
export async function startWithRetry(settings: Settings, log: Logger): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(settings, log);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const isUnavailable = isDatabaseUnavailable(error) || isDatabaseUnavailable(cause);
      if (attempt === tries || !isUnavailable) throw error;
      log.warn({ err: error }, 'the database is unavailable; the server retries the start');
      await setTimeout(attempt === 1 ? 0 : waitMs);
    }
  }
}
