import { setTimeout as delay } from 'node:timers/promises';
import type { MovableClock } from '../../server/clock.ts';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import type { WorldClient } from './worldClient.ts';

const retryMs = 250;
/** The log reports a world that was away for this time. Both processes may be starting or stopping. */
const reportAfterMs = 5_000;

export interface ClockFollowing {
  world: Pick<WorldClient, 'clockOffset'>;
  clock: MovableClock;
  log: SandboxLog;
  reportAfterMs?: number;
}

/**
 * Keeps the server's clock equal to the sandbox's clock, until the returned function is called. If the
 * sandbox does not answer, the server's clock continues from its last offset.
 */
export function followClock(following: ClockFollowing): () => void {
  const stopped = new AbortController();
  void follow(following, stopped.signal);
  return () => stopped.abort();
}

async function follow(
  { world, clock, log, ...limits }: ClockFollowing,
  stopped: AbortSignal,
): Promise<void> {
  const reportMs = limits.reportAfterMs ?? reportAfterMs;
  // The first answer, also after a failure, comes at once and shows that the world is there.
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
          'the simulation of the outside world does not answer: cabinets, payments and messages fail. `npm start` starts it',
        );
      }
      await delay(retryMs, undefined, { ref: false });
    }
  }
}
