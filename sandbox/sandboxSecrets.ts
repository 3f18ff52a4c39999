import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { JsonFile } from './jsonFile.ts';

const Secrets = z.object({
  stations: z.string().min(32),
  fingerprints: z.string().min(32),
  merchant: z.string().min(32),
});

export interface SandboxSecrets {
  /** The secret with which a simulated cabinet connects to the broker. */
  secretOf(stationId: string): string;
  /** The key for the hashes of card numbers, and for the secrets and account ids of the simulated sign-in. */
  fingerprints: string;
  /** The secret that authenticates the server at the issuer. */
  merchant: string;
  /** The key with which the issuer signs its webhooks. */
  webhooks: string;
  /** The secret that authenticates the server at the simulated world's process. */
  control: string;
}

/**
 * Reads the secrets of server and sandbox from the data folder. The first start creates the
 * secrets.
 */
export function openSecrets(dataDir: string): SandboxSecrets {
  const file = new JsonFile(path.join(dataDir, 'sandbox', 'secrets.json'), Secrets);
  // Server and sandbox may start at the same time. Both then use the secrets of the process that stores them first.
  const secrets =
    file.read() ??
    file.create({
      stations: randomSecret(),
      fingerprints: randomSecret(),
      merchant: randomSecret(),
    });
  // Derive `webhooks` and `control` from the secret `merchant`, because the files in older data folders do not contain
  // them.
  const derived = (name: string) =>
    createHmac('sha256', secrets.merchant).update(name).digest('base64url');
  return {
    secretOf: (stationId) =>
      createHmac('sha256', secrets.stations).update(stationId).digest('base64url'),
    fingerprints: secrets.fingerprints,
    merchant: secrets.merchant,
    webhooks: derived('webhooks'),
    control: derived('control'),
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
