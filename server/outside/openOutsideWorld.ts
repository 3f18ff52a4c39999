import { systemClock } from '../time/clock.ts';
import type { Settings } from '../settings/settings.ts';
import type { OutsideWorld, SandboxLog } from './outsideWorld.ts';

/** Apart from tests, this is the server's only import of the sandbox. A production server never loads it. */
const loadSandbox = () => import('../../sandbox/adapters/main.ts');

/**
 * Opens the outside world that the settings select. The simulated outside world is a separate process,
 * which may start later.
 */
export async function openOutsideWorld(settings: Settings, log: SandboxLog): Promise<OutsideWorld> {
  if (!settings.sandbox) return realWorld;
  const { openSandbox } = await loadSandbox();
  return openSandbox(settings, log);
}

const realWorld: OutsideWorld = {
  clock: systemClock,
  payments: null,
  sms: null,
  texts: null,
  mail: null,
  signIn: {},
  geocoder: null,
  pushBase: null,
  firstStation: null,
  enterStations: async () => undefined,
  register: async () => undefined,
  stop: async () => undefined,
};
