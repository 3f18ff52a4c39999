import { Agent, request as send, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { sendProblem } from '../../server/http/errorHandler.ts';
import { ProblemError } from '../../server/http/problem.ts';

export interface ForwardRoutesOptions {
  /** The port of the simulated world's process. */
  port: number;
}

/** The headers that apply to one connection only (RFC 9110, section 7.6.1). They are not forwarded. */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The time-out of a forwarded request, in milliseconds. The sandbox answers every request in less time. */
const answerMs = 20_000;

/**
 * Forwards the requests for the page and the API of the sandbox to the process of the sandbox. Bodies are forwarded as
 * they are, and stay compressed. Register the routes with the prefix `/sandbox`.
 */
export const forwardRoutes: FastifyPluginAsync<ForwardRoutesOptions> = async (app, { port }) => {
  const agent = new Agent({ keepAlive: true });
  app.addHook('onClose', async () => agent.destroy());
  // Do not parse the body, because it is forwarded unchanged.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  for (const url of ['/', '/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url,
      schema: { hide: true },
      async handler(request, reply) {
        const answer = await forward(request, port, agent);
        if (!answer) return sendProblem(request, reply, worldIsAway());
        const { date: _date, ...headers } = endToEnd(answer.headers);
        return reply
          .code(answer.statusCode ?? 502)
          .headers(headers)
          .send(answer);
      },
    });
  }
};

function worldIsAway(): ProblemError {
  const detail = 'The simulation of the outside world does not run.';
  return new ProblemError('unavailable', { retryAfter: 1, detail });
}

/** Forwards the request. Resolves with null if the simulated world does not answer. */
function forward(
  { raw, body }: FastifyRequest,
  port: number,
  agent: Agent,
): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    const { host: _host, 'content-length': length, ...others } = endToEnd(raw.headers);
    const hasBody = body instanceof Readable;
    // If there is no body, do not forward a content length, because the simulated world would wait
    // for the body.
    const headers =
      hasBody && length !== undefined ? { ...others, 'content-length': length } : others;
    const outgoing = send({
      host: '127.0.0.1',
      port,
      path: raw.url,
      method: raw.method,
      headers,
      agent,
      timeout: answerMs,
    });
    outgoing.once('response', resolve);
    outgoing.once('timeout', () => outgoing.destroy(new Error('time-out')));
    outgoing.on('error', () => resolve(null));
    if (hasBody) body.pipe(outgoing);
    else outgoing.end();
  });
}

type Headers = NodeJS.Dict<string | string[]>;

function endToEnd(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.has(name)));
}
