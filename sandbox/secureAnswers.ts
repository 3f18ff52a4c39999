import type { FastifyInstance } from 'fastify';

/**
 * Sets the content security policy and related headers on all responses of a simulated provider. Sets no opener policy
 * (COOP), because the app opens the provider's sign-in pages in a window and waits for that window.
 */
export function secureAnswers(app: FastifyInstance, policy: readonly string[]): void {
  const headers = {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=()',
  };
  app.addHook('onRequest', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  });
}
