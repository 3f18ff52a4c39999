import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { complete } from './settingsError.ts';

/** The social sign-in providers; a provider is null if it is not configured. */
export interface SignInSettings {
  readonly google: { readonly clientId: string; readonly clientSecret: string } | null;
  readonly apple: {
    readonly clientId: string;
    readonly teamId: string;
    readonly keyId: string;
    /** The private key as PKCS #8 in PEM. */
    readonly privateKey: string;
  } | null;
  readonly facebook: { readonly clientId: string; readonly clientSecret: string } | null;
}

const secret = z.string().trim().min(1);
/** The text of a PEM file. In an environment variable, the line ends may be written as `\n`. */
const pem = z
  .string()
  .transform((text) => `${text.replaceAll('\\n', '\n').trim()}\n`)
  .refine((text) => isEllipticKey(text), 'expected the text of the .p8 file');

export const signInVariables = {
  GOOGLE_CLIENT_ID: secret.optional(),
  GOOGLE_CLIENT_SECRET: secret.optional(),
  APPLE_CLIENT_ID: secret.optional(),
  APPLE_TEAM_ID: secret.optional(),
  APPLE_KEY_ID: secret.optional(),
  APPLE_PRIVATE_KEY: pem.optional(),
  FACEBOOK_CLIENT_ID: secret.optional(),
  FACEBOOK_CLIENT_SECRET: secret.optional(),
};
const Variables = z.object(signInVariables);

export function signInSettings(values: z.infer<typeof Variables>): SignInSettings {
  const google = complete({
    clientId: ['GOOGLE_CLIENT_ID', values.GOOGLE_CLIENT_ID],
    clientSecret: ['GOOGLE_CLIENT_SECRET', values.GOOGLE_CLIENT_SECRET],
  });
  const apple = complete({
    clientId: ['APPLE_CLIENT_ID', values.APPLE_CLIENT_ID],
    teamId: ['APPLE_TEAM_ID', values.APPLE_TEAM_ID],
    keyId: ['APPLE_KEY_ID', values.APPLE_KEY_ID],
    privateKey: ['APPLE_PRIVATE_KEY', values.APPLE_PRIVATE_KEY],
  });
  const facebook = complete({
    clientId: ['FACEBOOK_CLIENT_ID', values.FACEBOOK_CLIENT_ID],
    clientSecret: ['FACEBOOK_CLIENT_SECRET', values.FACEBOOK_CLIENT_SECRET],
  });
  return { google, apple, facebook };
}

function isEllipticKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
