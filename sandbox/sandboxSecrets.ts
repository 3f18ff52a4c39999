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
  /** With which a simulated cabinet connects to the broker. */
  secretOf(stationId: string): string;
  /** Keys the hashes that stand for card numbers. */
  fingerprints: string;
  /** With which our server proves itself to the issuer. */
  merchant: string;
  /** With which the issuer signs what it tells our server. */
  webhooks: string;
}

/** Made at the first start of a data folder and kept there. */
export function openSecrets(dataDir: string): SandboxSecrets {
  const file = new JsonFile(path.join(dataDir, 'sandbox', 'secrets.json'), Secrets);
  const kept = file.read();
  const secrets = kept ?? {
    stations: randomSecret(),
    fingerprints: randomSecret(),
    merchant: randomSecret(),
  };
  if (!kept) file.write(secrets);
  return {
    secretOf: (stationId) =>
      createHmac('sha256', secrets.stations).update(stationId).digest('base64url'),
    fingerprints: secrets.fingerprints,
    merchant: secrets.merchant,
    // Made of another one: folders of older versions have no place for it.
    webhooks: createHmac('sha256', secrets.merchant).update('webhooks').digest('base64url'),
  };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
