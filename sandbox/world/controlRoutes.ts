import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ProblemError } from '../../server/http/problem.ts';
import type { Sandbox } from '../sandbox.ts';
import { ClockQuestion, type ClockAnswer, NewMessage } from './wire.ts';

export interface ControlRoutesOptions {
  sandbox: Pick<Sandbox, 'messages' | 'clockControl'>;
  /** The secret that authenticates the server. */
  secret: string;
}

/**
 * The API that only the server may call. The server uses the API to send messages to riders and to follow the sandbox's
 * clock.
 */
export const controlRoutes: FastifyPluginAsyncZod<ControlRoutesOptions> = async (
  app,
  { sandbox, secret },
) => {
  const expected = Buffer.from(`Bearer ${secret}`);

  app.addHook('onRequest', async ({ headers }) => {
    const given = Buffer.from(headers.authorization ?? '');
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight) throw new ProblemError('signInRequired');
  });

  app.post('/messages', { schema: { body: NewMessage } }, async (request, reply) => {
    sandbox.messages.add(request.body);
    return reply.code(201).send({});
  });

  app.get('/clock', { schema: { querystring: ClockQuestion } }, async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const offsetSeconds = await sandbox.clockControl.offsetOtherThan(
      request.query.known,
      gone.signal,
    );
    return reply.header('cache-control', 'no-store').send({ offsetSeconds } satisfies ClockAnswer);
  });
};
