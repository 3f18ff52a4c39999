import type { OutsideWorld, SandboxLog, SandboxSettings } from '../server/outside/outsideWorld.ts';

export { openSandboxClock } from './sandboxClock.ts';

/** Starts the sandbox, except for its cabinets. */
export async function openSandbox(
  settings: SandboxSettings,
  log: SandboxLog,
): Promise<OutsideWorld> {
  // A command that needs only the clock does not load the rest.
  const { openSandboxWorld } = await import('./sandboxWorld.ts');
  return openSandboxWorld(settings, log);
}
