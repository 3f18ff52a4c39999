/** Whose pages may show the issuer's pages in a frame and hear what it says. */
export interface AppOrigins {
  /** As a Content-Security-Policy writes them. */
  readonly sources: readonly string[];
  /** The origin that a page claims, where it is one of ours; else the app's own. */
  choose(claimed: string | undefined): string;
}

/**
 * The app's public origin; on a laptop also any loopback port, because people say `localhost` and
 * `127.0.0.1` for the same thing, and the development server has a port of its own.
 */
export function appOrigins(publicUrl: string, loopback: boolean): AppOrigins {
  const own = new URL(publicUrl).origin;
  const local = ['http://localhost:*', 'http://127.0.0.1:*'];
  return {
    sources: loopback ? [own, ...local] : [own],
    choose(claimed) {
      if (claimed === undefined || !URL.canParse(claimed)) return own;
      const { origin, protocol, hostname } = new URL(claimed);
      const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
      return origin === own || (loopback && isLocal) ? origin : own;
    },
  };
}
