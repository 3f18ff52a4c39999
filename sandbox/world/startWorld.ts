import type { SandboxLog, WorldSettings } from '../../server/outside/outsideWorld.ts';
import { SettingsError } from '../../server/settings/settingsError.ts';
import { startSandbox } from '../sandbox.ts';
import { openSandboxClock } from '../sandboxClock.ts';
import { openSecrets } from '../sandboxSecrets.ts';
import { startWorldServer } from './worldServer.ts';

/**
 * Starts the simulated outside world. It is a separate process: it runs on while the server is away, as
 * the real world does.
 *
 * @throws {SettingsError} if the sandbox is switched off.
 */
export async function startWorld(
  settings: WorldSettings,
  log: SandboxLog,
): Promise<{ stop(): Promise<void> }> {
  if (!settings.sandbox) throw new SettingsError('The sandbox is off. Set SANDBOX=1 to start it.');
  const clock = openSandboxClock(settings.dataDir);
  const sandbox = await startSandbox({ settings, clock, log });
  try {
    const server = await startWorldServer({
      sandbox,
      log,
      port: settings.sandboxPort,
      publicUrl: settings.publicUrl,
      secret: openSecrets(settings.dataDir).control,
    });
    sandbox.setServerUrl(`http://localhost:${settings.port}`);
    sandbox.connectCabinets(settings.mqttUrl ?? `mqtt://127.0.0.1:${settings.mqttPort}`);
    return {
      async stop() {
        await server.close();
        await sandbox.stop();
      },
    };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}
