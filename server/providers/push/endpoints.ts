import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './publicAddress.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects if it has none, or if no name server responds. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

export interface EndpointRules {
  /** The hosts of the allowed push services. `*.` matches any subdomain. */
  readonly hosts: readonly string[];
  /**
   * The prefix of the endpoints of the sandbox's push service, which is on this machine; null without the
   * sandbox.
   */
  readonly sandboxPrefix: string | null;
}

/**
 * The URL of an endpoint; null if its push service is not allowed. A push service is allowed if its host
 * name is in the operator's list, and its URL has https and the default port. This check is needed because
 * the subscriber chooses the endpoint, which must not lead into the server's internal network.
 */
export function allowedEndpoint(
  endpoint: string,
  { hosts, sandboxPrefix }: EndpointRules,
): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return null;
  if (isSandboxEndpoint(url, sandboxPrefix)) return url;
  const isOnList = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return url.protocol === 'https:' && url.port === '' && isOnList ? url : null;
}

export function isSandboxEndpoint(url: URL, sandboxPrefix: string | null): boolean {
  return sandboxPrefix !== null && url.href.startsWith(sandboxPrefix);
}

/** The addresses to which the server may connect; null if any of the addresses is not public. */
export async function publicAddresses(
  { hostname }: URL,
  resolve: Resolve,
): Promise<readonly Address[] | null> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : null;
}
