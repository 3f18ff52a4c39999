import type { FastifyInstance } from 'fastify';

/**
 * Makes the routes of a plugin accept HTML forms. Only a few routes accept them, because a page of another site can
 * send a form.
 */
export function acceptForms(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
