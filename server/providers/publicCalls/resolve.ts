import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isPublicAddress } from './publicAddress.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a host name. Rejects if it has none, or if no name server responds. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * Returns the addresses of a host, to which the server may then connect. Returns null if any of the
 * addresses is not public. Rejects if the name service does not answer in time, or if the name has
 * no address.
 */
export async function publicAddresses(
  { hostname }: URL,
  resolve: Resolve,
  lookupMs: number,
): Promise<readonly Address[] | null> {
  const addresses = await inTime(resolve(hostname), lookupMs);
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : null;
}

/**
 * Limits the wait for an answer of the system's resolver. The lookup cannot be cancelled, and the
 * resolver may try to reach the name servers for half a minute.
 */
async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController();
  const tooLate = wait(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error('the name service did not answer');
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    over.abort();
  }
}
