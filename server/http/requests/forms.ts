import type { FastifyInstance } from 'fastify';

/** Lets the routes of a plugin accept a form. Only a few routes do, because another site can send a form. */
export function acceptForms(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
