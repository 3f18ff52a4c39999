import path from 'node:path';
import { startWorld } from '../../sandbox/world/startWorld.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { fillDataDir } from './database.ts';
import { freePort } from './network/freePort.ts';

export interface SimulatedWorld {
  /** The environment of a server that uses this simulated world. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox in this process. Its cabinets have no broker. The embedded database in `dataDir` is migrated
 * already.
 */
export async function startSimulatedWorld(dataDir: string): Promise<SimulatedWorld> {
  await fillDataDir(dataDir);
  const env = {
    NODE_ENV: 'test',
    SANDBOX: '1',
    PORT: '0',
    MQTT_PORT: '0',
    ISSUER_PORT: String(await freePort()),
    IDENTITY_PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    KEYS_DIR: path.join(dataDir, 'keys'),
  };
  const world = await startWorld(readSettings(env), createLogger('silent'));
  return { env, stop: () => world.stop() };
}
