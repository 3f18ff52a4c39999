import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { OpenIdProvider, type OpenIdOptions } from './openIdProvider.ts';

export interface AppleClient {
  /** The Services ID. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** The private key in PKCS #8, as Apple's `.p8` file contains it. */
  privateKey: string;
}

const appleIssuer = 'https://appleid.apple.com';

/** The secret is used for only one exchange, so it is valid for only a short time. Apple would allow six months. */
const secretLifetime = '5 minutes';

/**
 * Sign in with Apple. The request includes the name, so Apple's page posts the answer as a form.
 */
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

/** Apple's client secret: a JWT that is signed with the key of the team. */
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
 * The name from the form. Apple sends the name only at the first sign-in, in the form and not in the signed
 * token. So the name is not verified, and is used only to greet the rider.
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
