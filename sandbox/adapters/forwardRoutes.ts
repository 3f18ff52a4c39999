import { Agent, request as send, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { sendProblem } from '../../server/http/errorHandler.ts';
import { ProblemError } from '../../server/http/problem.ts';

export interface ForwardRoutesOptions {
  /** The port of the simulated world. */
  port: number;
}

/** Headers of one connection (RFC 9110, section 7.6.1), which are not forwarded. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Longer than any call of the sandbox takes, in milliseconds. */
const answerMs = 20_000;

/**
 * Forwards the page and the calls of the sandbox to the process of the simulated world. Register with the
 * prefix `/sandbox`. This is shorter than a proxy library, and changes neither the body nor its
 * compression.
 */
export const forwardRoutes: FastifyPluginAsync<ForwardRoutesOptions> = async (app, { port }) => {
  const agent = new Agent({ keepAlive: true });
  app.addHook('onClose', async () => agent.destroy());
  // The body is forwarded as it comes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  for (const url of ['/', '/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url,
      schema: { hide: true },
      async handler(request, reply) {
        const answer = await forward(request, port, agent);
        if (!answer) return sendProblem(request, reply, away());
        const { date: _date, ...headers } = endToEnd(answer.headers);
        return reply
          .code(answer.statusCode ?? 502)
          .headers(headers)
          .send(answer);
      },
    });
  }
};

function away(): ProblemError {
  const detail = 'The simulation of the outside world does not run.';
  return new ProblemError('unavailable', { retryAfter: 1, detail });
}

/** Resolves with null if the world does not answer. */
function forward(
  { raw, body }: FastifyRequest,
  port: number,
  agent: Agent,
): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    const { host: _host, 'content-length': length, ...others } = endToEnd(raw.headers);
    const hasBody = body instanceof Readable;
    // The length of a body that is not forwarded would make the world wait for it on a shared connection.
    const headers =
      hasBody && length !== undefined ? { ...others, 'content-length': length } : others;
    const onward = send({
      host: '127.0.0.1',
      port,
      path: raw.url,
      method: raw.method,
      headers,
      agent,
      timeout: answerMs,
    });
    onward.once('response', resolve);
    onward.once('timeout', () => onward.destroy(new Error('time-out')));
    onward.on('error', () => resolve(null));
    if (hasBody) body.pipe(onward);
    else onward.end();
  });
}

type Headers = NodeJS.Dict<string | string[]>;

function endToEnd(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
}
