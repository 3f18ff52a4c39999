import type { OutsideWorld, SandboxLog, WorldSettings } from '../../server/outside/outsideWorld.ts';

export { openSandboxClock } from '../sandboxClock.ts';

/** Opens the adapters to the simulated world. The server imports only this file of the sandbox. */
export async function openSandbox(settings: WorldSettings, log: SandboxLog): Promise<OutsideWorld> {
  // Load the adapters only when they are needed, because some commands need only the clock.
  const { openAdapters } = await import('./openAdapters.ts');
  return openAdapters(settings, log);
}
