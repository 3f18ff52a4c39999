/**
 * Returns the host name for a URL that reaches a server on this machine. If the server listens on
 * all interfaces, the host name is the loopback address. An IPv6 address gets brackets.
 */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the origin of an address, but with another port. */
export function withPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.origin;
}
