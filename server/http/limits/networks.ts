/** Returns the network that counts as one caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function callerNetwork(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const middle = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: middle }, () => '0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The network of a caller that may be stored for a long time, because it does not name one person: the /24 network of
 * an IPv4 address, or the /48 network of an IPv6 address. Null for anything else.
 */
export function storableNetwork(address: string): string | null {
  const network = callerNetwork(address);
  const [, front] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network) ?? [];
  return front === undefined ? siteOf(network) : `${front}.0/24`;
}

/** The limit of a /48 network is this number of times the limit of a /64 network. */
export const networksPerSite = 16;

/**
 * Returns the /48 network of a /64 network; null for any other caller. A /48 network needs a limit, because one
 * customer of a hosting company often has all of its 65,536 /64 networks.
 */
export function siteOf(network: string): string | null {
  const [, site] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? [];
  return site === undefined ? null : `${site}::/48`;
}
