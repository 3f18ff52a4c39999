import fastify, { type FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import { fillPath, paths } from '../../contract/paths.ts';
import { socialProviders, type SocialProvider } from '../../contract/signIn/socialProvider.ts';
import type { AppOrigins } from '../appOrigins.ts';
import { servePageFiles } from '../pageFiles.ts';
import { secureAnswers } from '../secureAnswers.ts';
import { chooserPolicy, chooserRoutes } from './chooserRoutes.ts';
import type { IdentityClients } from './clients.ts';
import { graphRoutes } from './graphRoutes.ts';
import type { IdentityFaults } from './identityFaults.ts';
import { createOperatorProvider } from './operatorProvider.ts';
import { operatorChooserRoutes } from './operatorRoutes.ts';
import { People } from './people.ts';
import { createSimulatedProvider, type SimulatedProviders } from './simulatedProvider.ts';
import { protocolRoutes } from './protocolRoutes.ts';
import type { IdentityContext } from './identityContext.ts';

export interface IdentityServerOptions {
  host: string;
  /** The port to listen on. With 0, the operating system chooses the port. */
  port: number;
  /** Returns the public URL of this server. `port` is the port on which the server listens. */
  urlOf(port: number): string;
  /** The public URL of the app. */
  publicUrl: string;
  appOrigins: AppOrigins;
  clients: IdentityClients;
  /** The secret from which the ids of the accounts are derived. */
  secret: string;
  faults: IdentityFaults;
  /** Registers the routes of other simulated services on the same server. */
  extend?: (app: FastifyInstance) => Promise<void>;
}

export interface IdentityServer {
  port: number;
  url: string;
  close(): Promise<void>;
}

/**
 * Starts one server with the simulated providers: Facebook, Apple, Google and the provider of the operators. The server
 * has its own origin, and each provider has its own path.
 */
export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const app = fastify({ logger: false, bodyLimit: 16 * 1024, forceCloseConnections: true });
  const people = new People(options.secret);
  let url = '';
  let simulated: Promise<SimulatedProviders> | null = null;
  let operators: Promise<Provider> | null = null;
  const context: IdentityContext = {
    ...options,
    people,
    get url() {
      return url;
    },
    providers: () => (simulated ??= createProviders(options, url, people)),
    operators: () => (operators ??= createOperators(options, url)),
  };
  secureAnswers(app, chooserPolicy(options.appOrigins));
  servePageFiles(app, '', ['tokens.css', 'authenticate.css', 'chooser.css']);
  await app.register(chooserRoutes, { context });
  await app.register(operatorChooserRoutes, { context });
  await app.register(graphRoutes, { context });
  await app.register(protocolRoutes, { context });
  await options.extend?.(app);
  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the identity server has no port');
  url = options.urlOf(address.port);
  return { port: address.port, url, close: () => app.close() };
}

async function createProviders(
  { clients, publicUrl }: IdentityServerOptions,
  url: string,
  people: People,
): Promise<SimulatedProviders> {
  const signingKey = await createSigningKey();
  const createProvider = async (provider: SocialProvider) => {
    const redirectUri = publicUrl + fillPath(paths.socialCallback, { provider });
    const issuer = `${url}/${provider}`;
    const made = await createSimulatedProvider({
      provider,
      issuer,
      redirectUri,
      clients,
      people,
      signingKey,
    });
    return [provider, made] as const;
  };
  return new Map(await Promise.all(socialProviders.map(createProvider)));
}

async function createOperators(
  { clients, publicUrl }: IdentityServerOptions,
  url: string,
): Promise<Provider> {
  return createOperatorProvider({
    issuer: `${url}/operators`,
    redirectUri: `${publicUrl}/api/ops/sign-in/callback`,
    client: clients.operators,
    signingKey: await createSigningKey(),
  });
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
}
