import { z } from 'zod';
import { complete, SettingsError } from './settingsError.ts';

/** The OpenID provider with which operators sign in; null if none is configured. */
export type OperatorSignInSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The value of `acr` with which the provider confirms a second factor; null if only `mfa` in `amr` confirms it. */
  readonly acr: string | null;
} | null;

const secret = z.string().trim().min(1);

export const operatorSignInVariables = {
  OPERATOR_OIDC_ISSUER: z.url().optional(),
  OPERATOR_OIDC_CLIENT_ID: secret.optional(),
  OPERATOR_OIDC_CLIENT_SECRET: secret.optional(),
  OPERATOR_OIDC_ACR: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'one value without spaces')
    .optional(),
};
const Variables = z.object(operatorSignInVariables);

/** @throws {SettingsError} if the settings are incomplete, or if the issuer is an address without TLS. */
export function operatorSignInSettings(values: z.infer<typeof Variables>): OperatorSignInSettings {
  const client = complete({
    issuer: ['OPERATOR_OIDC_ISSUER', values.OPERATOR_OIDC_ISSUER],
    clientId: ['OPERATOR_OIDC_CLIENT_ID', values.OPERATOR_OIDC_CLIENT_ID],
    clientSecret: ['OPERATOR_OIDC_CLIENT_SECRET', values.OPERATOR_OIDC_CLIENT_SECRET],
  });
  const { OPERATOR_OIDC_ACR: acr = null } = values;
  if (!client) {
    if (acr !== null) throw new SettingsError('OPERATOR_OIDC_ACR needs OPERATOR_OIDC_ISSUER.');
    return null;
  }
  if (!client.issuer.startsWith('https:')) {
    throw new SettingsError('OPERATOR_OIDC_ISSUER must be an https address.');
  }
  return { ...client, acr };
}
