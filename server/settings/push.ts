import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { complete, SettingsError } from './settingsError.ts';

export interface PushSettings {
  /**
   * The key pair that signs push messages (VAPID, RFC 8292), base64url. Null: the sandbox creates
   * its own.
   */
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
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

export const pushVariables = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'expected 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'expected 32 bytes in base64url')
    .optional(),
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
  if (!given) return { keys: null, subject: 'mailto:sandbox@example.com', hosts };
  const { subject, ...keys } = given;
  if (publicKeyOf(keys.privateKey) !== keys.publicKey) {
    throw new SettingsError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair.');
  }
  return { keys, subject, hosts };
}

function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    // The key is zero, or larger than the order of the curve.
    return null;
  }
}
