import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { complete, SettingsError } from './settingsError.ts';

export interface PushSettings {
  /**
   * The key pair that signs push messages (VAPID, RFC 8292), as base64url. Null if none is configured: then the sandbox
   * creates its own pair, and a server without the sandbox sends no push messages.
   */
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
  /**
   * The previous pair. If a browser subscribed with this pair, this pair signs the messages to that
   * browser until the browser subscribes again.
   */
  readonly previousKeys: PushSettings['keys'];
  /** The operator's contact for push services: `mailto:…` or `https://…`. */
  readonly subject: string;
  /** The hosts of the allowed push services; `*.` matches any subdomain. */
  readonly hosts: readonly string[];
}

const defaultHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const host = z
  .string()
  .toLowerCase()
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected hosts such as push.example.com')
  .refine((name) => isIP(name) === 0, 'expected names, not addresses');

const publicKey = z.string().regex(/^[\w-]{87}$/, 'expected 65 bytes in base64url');
const privateKey = z.string().regex(/^[\w-]{43}$/, 'expected 32 bytes in base64url');

export const pushVariables = {
  VAPID_PUBLIC_KEY: publicKey.optional(),
  VAPID_PRIVATE_KEY: privateKey.optional(),
  VAPID_PREVIOUS_PUBLIC_KEY: publicKey.optional(),
  VAPID_PREVIOUS_PRIVATE_KEY: privateKey.optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'expected mailto:… or https://…')
    .optional(),
  PUSH_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(host).min(1))
    .default(defaultHosts),
};
const Variables = z.object(pushVariables);

export function pushSettings(values: z.infer<typeof Variables>): PushSettings {
  const given = complete({
    publicKey: ['VAPID_PUBLIC_KEY', values.VAPID_PUBLIC_KEY],
    privateKey: ['VAPID_PRIVATE_KEY', values.VAPID_PRIVATE_KEY],
    subject: ['VAPID_SUBJECT', values.VAPID_SUBJECT],
  });
  const hosts = values.PUSH_HOSTS;
  const previousKeys = complete({
    publicKey: ['VAPID_PREVIOUS_PUBLIC_KEY', values.VAPID_PREVIOUS_PUBLIC_KEY],
    privateKey: ['VAPID_PREVIOUS_PRIVATE_KEY', values.VAPID_PREVIOUS_PRIVATE_KEY],
  });
  if (previousKeys) requirePair(previousKeys, 'VAPID_PREVIOUS');
  if (!given) {
    if (previousKeys) throw new SettingsError('VAPID_PREVIOUS_PUBLIC_KEY needs VAPID_PUBLIC_KEY.');
    return { keys: null, previousKeys: null, subject: 'mailto:sandbox@example.com', hosts };
  }
  const { subject, ...keys } = given;
  requirePair(keys, 'VAPID');
  return { keys, previousKeys, subject, hosts };
}

function requirePair(keys: NonNullable<PushSettings['keys']>, prefix: string): void {
  if (publicKeyOf(keys.privateKey) === keys.publicKey) return;
  throw new SettingsError(`${prefix}_PUBLIC_KEY and ${prefix}_PRIVATE_KEY are not a pair.`);
}

function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    // A private key is invalid if it is zero, or larger than the order of the curve.
    return null;
  }
}
