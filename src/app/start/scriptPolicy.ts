declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (address: string) => string | null },
      ): unknown;
    };
  }
}

/**
 * Allows the app to start its own scripts, and that of Stripe, where the browser enforces Trusted
 * Types (the content security policy demands it). Libraries pass addresses as text, so this is the
 * default policy. There is none for HTML: no code can turn text into elements.
 */
export function allowOwnScripts(): void {
  const { origin } = location;
  const known = [`${origin}/assets/`, `${origin}/sw.js`, 'https://js.stripe.com/'];
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { href } = new URL(address, origin);
      return known.some((start) => href.startsWith(start)) ? href : null;
    },
  });
}
