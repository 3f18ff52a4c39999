import fastify, { type FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { fillPath, paths } from '../../contract/paths.ts';
import { socialProviders, type SocialProvider } from '../../contract/socialProvider.ts';
import type { AppOrigins } from '../appOrigins.ts';
import { servePageFiles } from '../pageFiles.ts';
import { chooserRoutes } from './chooserRoutes.ts';
import type { IdentityClients } from './clients.ts';
import { graphRoutes } from './graphRoutes.ts';
import type { IdentityFaults } from './identityFaults.ts';
import { People } from './people.ts';
import { playProvider, type Played } from './playedProvider.ts';
import { protocolRoutes } from './protocolRoutes.ts';
import type { Stage } from './stage.ts';

export interface IdentityServerOptions {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Where browsers reach it, by the port that it got. */
  urlOf(port: number): string;
  /** Of the app. */
  publicUrl: string;
  appOrigins: AppOrigins;
  clients: IdentityClients;
  /** Keys the accounts' ids. */
  secret: string;
  faults: IdentityFaults;
  /** Registers what else these companies are played in. */
  extend?: (app: FastifyInstance) => Promise<void>;
}

export interface IdentityServer {
  port: number;
  url: string;
  close(): Promise<void>;
}

/** Facebook, Apple and Google, each at a path of its own, on an origin of their own. */
export async function startIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const app = fastify({ logger: false, bodyLimit: 16 * 1024, forceCloseConnections: true });
  const people = new People(options.secret);
  let url = '';
  let played: Promise<Played> | null = null;
  const stage: Stage = {
    ...options,
    people,
    get url() {
      return url;
    },
    providers: () => (played ??= playAll(options, url, people)),
  };
  servePageFiles(app, '', ['tokens.css', 'authenticate.css', 'chooser.css']);
  await app.register(chooserRoutes, { stage });
  await app.register(graphRoutes, { stage });
  await app.register(protocolRoutes, { stage });
  await options.extend?.(app);
  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the provider has no port');
  url = options.urlOf(address.port);
  return { port: address.port, url, close: () => app.close() };
}

async function playAll(
  { clients, publicUrl }: IdentityServerOptions,
  url: string,
  people: People,
): Promise<Played> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
  const play = async (provider: SocialProvider) => {
    const redirectUri = publicUrl + fillPath(paths.socialCallback, { provider });
    const issuer = `${url}/${provider}`;
    const made = await playProvider({ provider, issuer, redirectUri, clients, people, signingKey });
    return [provider, made] as const;
  };
  return new Map(await Promise.all(socialProviders.map(play)));
}
