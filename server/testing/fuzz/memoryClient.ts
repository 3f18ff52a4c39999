import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { AnswerReader } from './answerReader.ts';
import { decoded, type RawAnswer, type RawRequest } from './rawAnswer.ts';

/**
 * Sends requests unchanged to an HTTP server of the same process, on connections in memory. The server handles these
 * connections like sockets: it parses the text of each request, and writes the text of each answer. A request is much
 * cheaper than over a socket, because it needs no system calls.
 */
export class MemoryClient {
  readonly #server: Server;
  readonly #idle: MemoryConnection[] = [];
  readonly #open = new Set<MemoryConnection>();

  constructor(server: Server) {
    this.#server = server;
  }

  async send(request: RawRequest): Promise<RawAnswer> {
    const connection = this.#idle.pop() ?? this.#connect();
    const answer = await connection.exchange(request);
    if (connection.isReusable) this.#idle.push(connection);
    else {
      connection.destroy();
      this.#open.delete(connection);
    }
    return answer;
  }

  #connect(): MemoryConnection {
    const connection = new MemoryConnection();
    this.#open.add(connection);
    this.#server.emit('connection', connection);
    return connection;
  }

  close(): void {
    for (const connection of this.#open) connection.destroy();
  }
}

interface Exchange {
  reader: AnswerReader;
  settle(answer: Pick<RawAnswer, 'status' | 'headers' | 'body'>): void;
  fail(error: Error): void;
}

/** The server's end of a connection. */
class MemoryConnection extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 1;
  isReusable = true;
  #exchange: Exchange | null = null;

  exchange({ method, target, headers, body }: RawRequest): Promise<RawAnswer> {
    const startedAt = performance.now();
    const lines = [`${method} ${target} HTTP/1.1`, 'host: 127.0.0.1'];
    for (const [name, text] of Object.entries(headers)) lines.push(`${name}: ${text}`);
    if (body) lines.push(`content-length: ${body.length}`);
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    return new Promise((resolve, reject) => {
      this.#exchange = {
        reader: new AnswerReader(),
        settle: (answer) =>
          resolve({
            ...answer,
            body: decoded(answer.body, answer.headers['content-encoding']),
            milliseconds: performance.now() - startedAt,
          }),
        fail: reject,
      };
      this.push(body ? Buffer.concat([head, body]) : head);
    });
  }

  override _read(): void {
    // Nothing to do here, because `exchange` pushes each request.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#handle(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#handle(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.isReusable = false;
    this.#exchange?.fail(error ?? new Error('the server closed the connection without an answer'));
    this.#exchange = null;
    done(null);
  }

  #handle(bytes: Buffer): void {
    const exchange = this.#exchange;
    const answer = exchange?.reader.take(bytes);
    if (!exchange || !answer) return;
    this.#exchange = null;
    if (answer.isOpen || answer.headers['connection'] === 'close') this.isReusable = false;
    exchange.settle(answer);
  }

  // The methods of a socket that Node's HTTP server calls.
  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }
}
