import path from 'node:path';
import { z } from 'zod';
import { MovableClock } from '../server/clock.ts';
import { JsonFile } from './jsonFile.ts';

/** The server's clock in a sandbox: set forward by people, and still forward after a restart. */
export function openSandboxClock(dataDir: string): MovableClock {
  const file = new JsonFile(
    path.join(dataDir, 'sandbox', 'clock.json'),
    z.object({ offsetSeconds: z.number() }),
  );
  const clock = new MovableClock(file.read()?.offsetSeconds ?? 0);
  // The first listener, so the new time is kept before anything acts upon it.
  clock.on('moved', () => file.write({ offsetSeconds: clock.offsetSeconds }));
  return clock;
}
