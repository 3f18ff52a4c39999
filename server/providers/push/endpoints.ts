export interface EndpointRules {
  /** The hosts of the allowed push services. `*.` matches any subdomain. */
  readonly hosts: readonly string[];
  /**
   * The start of the URL of each endpoint in the sandbox's push service. This service runs on this
   * machine. Null without the sandbox.
   */
  readonly sandboxPrefix: string | null;
}

/**
 * The URL of an endpoint; null if it is invalid, contains a user name or password, or if its push
 * service is not allowed. A push service is allowed if its host name is in the operator's list, and
 * its URL has https and the default port. The sandbox's push service is also allowed. The
 * subscriber chooses the endpoint, so without this check an endpoint could lead into the server's
 * internal network.
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
