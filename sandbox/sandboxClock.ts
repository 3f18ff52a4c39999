import path from 'node:path';
import { z } from 'zod';
import { MovableClock } from '../server/clock.ts';
import { JsonFile } from './jsonFile.ts';

/** The clock of the sandbox. People can move it forward, and the offset survives a restart. */
export function openSandboxClock(dataDir: string): MovableClock {
  const file = new JsonFile(
    path.join(dataDir, 'sandbox', 'clock.json'),
    z.object({ offsetSeconds: z.number() }),
  );
  const clock = new MovableClock(file.read()?.offsetSeconds ?? 0);
  // This must be the first listener, so that the new time is stored before anything uses it.
  clock.on('moved', () => file.write({ offsetSeconds: clock.offsetSeconds }));
  return clock;
}
