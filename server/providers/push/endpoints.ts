import { lookup } from 'node:dns/promises';
import { isPublicAddress } from './publicAddress.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name; rejects where it has none, or nobody answered. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

export interface EndpointRules {
  /** `*.` stands for any name below. */
  readonly hosts: readonly string[];
  /** What endpoints of the sandbox's stand-in begin with, which is on this machine; null: there is none. */
  readonly standIn: string | null;
}

/**
 * The address of a push service that may be sent to; null for any other. Only names, of the
 * operator's list, by https at its own port: whoever subscribes chooses where we send to, and must not
 * reach what only we can.
 */
export function allowedEndpoint(endpoint: string, { hosts, standIn }: EndpointRules): URL | null {
  if (!URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return null;
  if (isStandIn(url, standIn)) return url;
  const isOnList = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return url.protocol === 'https:' && url.port === '' && isOnList ? url : null;
}

export function isStandIn(url: URL, standIn: string | null): boolean {
  return standIn !== null && url.href.startsWith(standIn);
}

/** Where to connect to; `null` where one of the addresses is not of the public network. */
export async function publicAddresses(
  { hostname }: URL,
  resolve: Resolve,
): Promise<readonly Address[] | null> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : null;
}
