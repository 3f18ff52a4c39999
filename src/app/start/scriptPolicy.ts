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
 * Allows the app to start its own scripts and Stripe's script in browsers that enforce Trusted
 * Types, as the content security policy requires. It must be the default policy, because libraries
 * pass addresses as text. The policy has no rule for HTML, so that no code can turn text into
 * elements.
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
