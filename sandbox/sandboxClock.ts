import path from 'node:path';
import { z } from 'zod';
import { MovableClock } from '../server/time/clock.ts';
import { JsonFile } from './jsonFile.ts';

/**
 * Opens the clock of the sandbox. People can move the clock forward. The offset survives a restart.
 */
export function openSandboxClock(dataDir: string): MovableClock {
  const file = new JsonFile(
    path.join(dataDir, 'sandbox', 'clock.json'),
    z.object({ offsetSeconds: z.number() }),
  );
  const clock = new MovableClock(file.read()?.offsetSeconds ?? 0);
  // This must be the first listener, so that the new time is stored before another listener uses
  // it.
  clock.on('moved', () => file.write({ offsetSeconds: clock.offsetSeconds }));
  return clock;
}
