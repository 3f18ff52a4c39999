import type { ClientAuth, IDToken } from 'openid-client';
import { z } from 'zod';
import { systemClock } from '../../time/clock.ts';
import type { OperatorSignInSettings } from '../../settings/operatorSignIn.ts';
import type { Failure, Library } from './openid.ts';
import { OpenIdProvider, type OpenIdOptions } from './openIdProvider.ts';
import type { SignInAnswer, SignInRequest } from './signInProvider.ts';

export type OperatorProof =
  | {
      outcome: 'proven';
      issuer: string;
      subject: string;
      /** The e-mail address, only if the provider has verified it. */
      email: string | null;
      /** Whether the provider confirms that it checked a second factor. */
      isMultiFactor: boolean;
      /** How long ago the person entered a password or a second factor; null if the provider does not send the time. */
      ageMs: number | null;
    }
  | Failure;

/** The provider with which operators sign in. */
export interface OperatorSignIn {
  readonly issuer: string;
  /**
   * @param again the person must sign in again, even with an open session at the provider.
   * @throws {ProviderUnavailableError}
   */
  authorizationUrl(request: SignInRequest, again: boolean): Promise<string>;
  prove(answer: SignInAnswer, again: boolean): Promise<OperatorProof>;
  /** Throws if the provider does not answer, or if its metadata has another issuer. */
  check(): Promise<void>;
}

/** The maximum age of the sign-in if the person must sign in again, in seconds. */
const newSignInSeconds = 5 * 60;

type Client = NonNullable<OperatorSignInSettings>;

export interface WarningLog {
  warn(fields: object, message: string): void;
}

export function operatorSignIn(
  { issuer, clientId, clientSecret, acr }: Client,
  { clock, sandbox, log }: Pick<OpenIdOptions, 'clock' | 'sandbox'> & { log: WarningLog },
): OperatorSignIn {
  const provider = new OpenIdProvider({
    issuer,
    clientId,
    clientSecret: () => clientSecret,
    authentication: (library) => authenticationOf(library, clientSecret),
    parameters: { scope: 'openid email', ...(acr !== null && { acr_values: acr }) },
    clock,
    sandbox,
  });
  return {
    issuer,
    authorizationUrl: (request, again) =>
      provider.authorizationUrl(request, again ? { prompt: 'login', max_age: '0' } : {}),
    async prove(answer, again) {
      const exchanged = await provider.exchange(answer, again ? newSignInSeconds : undefined);
      if (exchanged.outcome !== 'proven') return exchanged;
      const { claims, askUserInfo } = exchanged;
      // Some providers send the e-mail address only in the user info. If the request for the user info fails, the
      // sign-in can still succeed, because the subject may identify the operator.
      const more =
        claims['email'] === undefined
          ? await askUserInfo().catch((error: unknown) => {
              log.warn({ err: error }, 'the provider does not send the address of an operator');
              return null;
            })
          : null;
      return proofOf({ ...more, ...claims }, acr);
    },
    check: () => provider.check(),
  };
}

/** Chooses how the secret is sent. Some providers accept it only in the header, others only in the form. */
function authenticationOf(
  { ClientSecretBasic, ClientSecretPost }: Library,
  clientSecret: string,
): ClientAuth {
  const [inForm, inHeader] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  return (server, client, body, headers) => {
    const takesForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesForm === true ? inForm : inHeader)(server, client, body, headers);
  };
}

const Claims = z.object({
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
});

function proofOf(claims: IDToken, multiFactorAcr: string | null): OperatorProof {
  const { email, email_verified, amr, acr, auth_time } = Claims.parse(claims);
  return {
    outcome: 'proven',
    issuer: claims.iss,
    subject: claims.sub,
    email: email !== undefined && email_verified === true ? email : null,
    // RFC 8176 defines `mfa`. Any other method, such as `otp`, is not enough: it may be the only factor.
    isMultiFactor:
      amr?.includes('mfa') === true || (multiFactorAcr !== null && acr === multiFactorAcr),
    // Use the system's clock here. The provider sends the real time, but the clock of a sandbox may
    // be set forward.
    ageMs:
      auth_time === undefined ? null : Math.max(0, systemClock.now().getTime() - auth_time * 1000),
  };
}
