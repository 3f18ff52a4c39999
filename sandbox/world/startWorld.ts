import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { guardFolder } from '../../server/db/folderGuard.ts';
import type { SandboxLog, WorldSettings } from '../../server/outside/outsideWorld.ts';
import { SettingsError } from '../../server/settings/settingsError.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { openSandboxClock } from '../sandboxClock.ts';
import { openSecrets } from '../sandboxSecrets.ts';
import { startWorldServer } from './worldServer.ts';

/**
 * Starts the simulated outside world. Like the real world, it continues to run while the server is
 * down, because it is a separate process.
 *
 * @throws {SettingsError} if the sandbox is switched off.
 * @throws {FolderInUseError} if another sandbox uses the folder, because both sandboxes would
 *   simulate the same cabinets.
 */
export async function startWorld(
  settings: WorldSettings,
  log: SandboxLog,
): Promise<{ stop(): Promise<void> }> {
  if (!settings.sandbox) throw new SettingsError('The sandbox is off. Set SANDBOX=1 to start it.');
  const folder = path.join(settings.dataDir, 'sandbox');
  await mkdir(folder, { recursive: true });
  const releaseFolder = await guardFolder(folder);
  const clock = openSandboxClock(settings.dataDir);
  let sandbox: Sandbox | null = null;
  try {
    sandbox = await startSandbox({ settings, clock, log });
    const started = sandbox;
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
        await started.stop();
        await releaseFolder();
      },
    };
  } catch (error) {
    await sandbox?.stop();
    await releaseFolder();
    throw error;
  }
}
