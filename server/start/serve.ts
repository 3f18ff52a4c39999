import { banner } from './banner.ts';
import { runUntilSignal } from './runUntilSignal.ts';
import { startWithRetry } from './startWithRetry.ts';

/** Runs the server until a signal ends it. */
export function serve(): Promise<void> {
  return runUntilSignal(async (settings, log) => {
    const server = await startWithRetry(settings, log);
    process.stdout.write(await banner(settings, server.firstStation));
    return server;
  });
}
