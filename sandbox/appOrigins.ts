/** The origins whose pages may embed the issuer's pages in a frame and receive their messages. */
export interface AppOrigins {
  /** The origins as sources of a Content-Security-Policy. */
  readonly sources: readonly string[];
  /** Returns the claimed origin if it is one of the app's origins, else the app's public origin. */
  choose(claimed: string | undefined): string;
}

/**
 * The app's public origin. With `loopback`, also all ports of `localhost` and `127.0.0.1`: developers use
 * both names, and the development server has another port.
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
