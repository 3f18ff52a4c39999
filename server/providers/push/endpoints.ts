import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './publicAddress.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name. Rejects if it has none, or no name server answers. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

export interface EndpointRules {
  /** `*.` matches any subdomain. */
  readonly hosts: readonly string[];
  /**
   * The prefix of the endpoints of the sandbox's push service, on this machine; null if there is
   * none.
   */
  readonly sandboxPrefix: string | null;
}

/**
 * The URL of an allowed push service; null for any other endpoint. Allowed are the host names of
 * the operator's list, with https at its default port. The subscriber chooses the endpoint, and
 * must not reach the server's internal network.
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

/** The addresses to connect to; null if one of them is not public. */
export async function publicAddresses(
  { hostname }: URL,
  resolve: Resolve,
): Promise<readonly Address[] | null> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : null;
}
