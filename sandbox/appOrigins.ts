/**
 * The origins of the app. Their pages may embed the issuer's pages in a frame, and receive messages
 * from the issuer's pages.
 */
export interface AppOrigins {
  /** The origins in the form of sources in a Content-Security-Policy. */
  readonly sources: readonly string[];
  /**
   * Returns the origin of the URL `claimed` if it is an origin of the app. Otherwise returns the app's public origin.
   */
  choose(claimed: string | undefined): string;
}

/**
 * Returns the origins of the app: its public origin and, with `loopback`, every port of `localhost` and `127.0.0.1`.
 * Developers use these names, and the development server has another port than the app.
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
