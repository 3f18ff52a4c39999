import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { keyedHashes } from '../auth/keyedHash.ts';

const prefix = 'whsec_';

/**
 * For this time after a change of an endpoint's secret, messages have the signatures of the former
 * and the new secret.
 */
const overlapMs = 24 * 60 * 60_000;

interface Endpoint {
  id: string;
  secret_version: number;
  secret_changed_at: Date;
}

/**
 * The secret of an endpoint according to Standard Webhooks: `whsec_` and the key in base64. The key is derived from the
 * secret of the server, so that the database contains no secret.
 */
export async function secretOf(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  endpoint: Endpoint,
): Promise<string> {
  const [current] = await keysOf(db, settings, endpoint.id, endpoint.secret_version);
  return prefix + (current ?? Buffer.alloc(0)).toString('base64');
}

/** The headers of a message according to Standard Webhooks. They contain one signature for each valid key. */
export async function signedHeaders(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  endpoint: Endpoint,
  { id, body, at }: { id: string; body: string; at: Date },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const isOverlapping =
    endpoint.secret_version > 1 && at.getTime() - endpoint.secret_changed_at.getTime() < overlapMs;
  const versions = [
    endpoint.secret_version,
    ...(isOverlapping ? [endpoint.secret_version - 1] : []),
  ];
  const keys = await Promise.all(
    versions.map((version) => keysOf(db, settings, endpoint.id, version)),
  );
  const signatures = keys
    .flat()
    .map(
      (key) =>
        `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The keys of one version of an endpoint's secret. One key is derived from the current secret of
 * the server. If a previous secret of the server is configured, another key is derived from the
 * previous secret.
 */
async function keysOf(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  endpointId: string,
  version: number,
): Promise<Buffer[]> {
  const hashes = await keyedHashes(db, settings, `webhook:${endpointId}:${version}`);
  return hashes.map((hash) => Buffer.from(hash, 'hex'));
}
