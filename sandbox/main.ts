import type { OutsideWorld, SandboxLog, SandboxSettings } from '../server/outside/outsideWorld.ts';

export { openSandboxClock } from './sandboxClock.ts';

/** Starts the played world, except for its cabinets. */
export async function openSandbox(
  settings: SandboxSettings,
  log: SandboxLog,
): Promise<OutsideWorld> {
  // A command that only needs the clock does not load the rest.
  const { openPlayedWorld } = await import('./playedWorld.ts');
  return openPlayedWorld(settings, log);
}
