import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { OpenIdProvider, type OpenIdOptions } from './openIdProvider.ts';

export interface AppleClient {
  /** The Services ID. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS #8, as Apple's `.p8` file holds it. */
  privateKey: string;
}

const appleIssuer = 'https://appleid.apple.com';

/** Apple accepts up to six months. This secret is created for one exchange. */
const secretLifetime = '5 minutes';

/** Sign in with Apple. If the name is requested, Apple answers with a form that posts itself. */
export function apple(
  client: AppleClient,
  {
    clock,
    sandbox,
    issuer = appleIssuer,
  }: Pick<OpenIdOptions, 'clock' | 'sandbox'> & {
    issuer?: string;
  },
): OpenIdProvider {
  return new OpenIdProvider({
    issuer,
    clientId: client.clientId,
    clientSecret: () => appleClientSecret(client, issuer),
    parameters: { scope: 'openid name', response_mode: 'form_post' },
    nameOf: (_claims, params) => nameInForm(params.get('user')),
    clock,
    sandbox,
  });
}

/** Apple's client secret: a JWT that is signed with the team's key. */
async function appleClientSecret(client: AppleClient, audience: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
    .setIssuer(client.teamId)
    .setSubject(client.clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(secretLifetime)
    .sign(await importPKCS8(client.privateKey, 'ES256'));
}

const FormUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/**
 * Apple sends the name only at the first sign-in, in the form and not in the signed token. The name
 * is therefore not verified, and only used to greet the rider.
 */
function nameInForm(user: string | null): string | null {
  if (user === null) return null;
  try {
    const { name } = FormUser.parse(JSON.parse(user));
    return [name.firstName, name.lastName].filter(Boolean).join(' ');
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
