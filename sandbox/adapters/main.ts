import type { OutsideWorld, SandboxLog, WorldSettings } from '../../server/outside/outsideWorld.ts';

export { openSandboxClock } from '../sandboxClock.ts';

/** Opens the adapters to the simulated world. The server imports nothing else from the sandbox. */
export async function openSandbox(settings: WorldSettings, log: SandboxLog): Promise<OutsideWorld> {
  // A command that needs only the clock does not load the rest.
  const { openAdapters } = await import('./openAdapters.ts');
  return openAdapters(settings, log);
}
