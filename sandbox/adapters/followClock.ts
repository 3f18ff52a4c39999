import { setTimeout as delay } from 'node:timers/promises';
import type { MovableClock } from '../../server/time/clock.ts';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import type { WorldClient } from './worldClient.ts';

const retryMs = 250;
/**
 * After this time in milliseconds without an answer, the log reports that the simulated world does not answer. Within
 * this time, the simulated world may still be starting or stopping.
 */
const reportAfterMs = 5_000;

export interface FollowClockOptions {
  world: Pick<WorldClient, 'clockOffset'>;
  clock: MovableClock;
  log: SandboxLog;
  reportAfterMs?: number;
}

/**
 * Keeps the server's clock equal to the sandbox's clock until the returned function is called. While the sandbox does
 * not answer, the server's clock keeps its last offset.
 */
export function followClock(following: FollowClockOptions): () => void {
  const stopped = new AbortController();
  void follow(following, stopped.signal);
  return () => stopped.abort();
}

async function follow(
  { world, clock, log, ...limits }: FollowClockOptions,
  stopped: AbortSignal,
): Promise<void> {
  const reportMs = limits.reportAfterMs ?? reportAfterMs;
  // If `known` is null, the simulated world answers at once. The first answer therefore shows that the process of the
  // simulated world runs.
  let known: number | null = null;
  let awaySince: number | null = null;
  let isReported = false;
  while (!stopped.aborted) {
    try {
      const offset = await world.clockOffset(known, stopped);
      known = offset;
      if (offset !== clock.offsetSeconds) clock.advance(offset - clock.offsetSeconds);
      if (isReported) log.info({}, 'the simulation of the outside world answers again');
      awaySince = null;
      isReported = false;
    } catch (error) {
      if (stopped.aborted) return;
      known = null;
      awaySince ??= performance.now();
      if (!isReported && performance.now() - awaySince >= reportMs) {
        isReported = true;
        log.warn(
          { err: error },
          'the simulation of the outside world does not answer, so cabinets, payments and messages fail; start it with `npm start`',
        );
      }
      await delay(retryMs, undefined, { ref: false });
    }
  }
}
