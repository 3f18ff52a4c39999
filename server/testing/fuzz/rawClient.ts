import { Agent, request as open } from 'node:http';
import { decoded, type RawAnswer, type RawRequest } from './rawAnswer.ts';

/** Sends requests unchanged, on connections that stay open. `fetch` would correct the requests. */
export class RawClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #port: number;

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  send({ method, target, headers, body }: RawRequest): Promise<RawAnswer> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const sent = open({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path: target,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: decoded(Buffer.concat(chunks), response.headers['content-encoding']),
            milliseconds: performance.now() - startedAt,
          });
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          sent.off('error', reject);
          sent.on('error', () => undefined);
          response.on('error', () => undefined);
          sent.destroy();
          finish();
          return;
        }
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', finish);
        response.once('error', reject);
      });
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
