import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/**
 * A proxy between browser and server. It counts the bytes that it sends to the browser, and it can
 * cut the connection.
 */
export class CountingProxy {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  /** The bytes that the server has sent since the last `reset`, including headers. */
  received = 0;
  /**
   * The requests since the last `reset`. `bytes` counts what the server sent on the connection of
   * the request, until the next request on that connection.
   */
  readonly asked: { path: string; bytes: number }[] = [];
  #lastAt = performance.now();

  static async create(target: string): Promise<CountingProxy> {
    const line = new CountingProxy(Number(new URL(target).port));
    await line.mend();
    return line;
  }

  private constructor(target: number) {
    this.#target = target;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** The milliseconds since data last arrived from the server, or since the last `reset`. */
  get quietMs(): number {
    return performance.now() - this.#lastAt;
  }

  reset(): void {
    this.received = 0;
    this.asked.length = 0;
    this.#lastAt = performance.now();
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await once(server.close(), 'close');
  }

  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(this.#target, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('close', () => this.#sockets.delete(socket));
        socket.on('error', () => socket.destroy());
      }
      let last = { path: '', bytes: 0 };
      near.on('data', (chunk) => {
        const path = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'))?.[1];
        if (path === undefined) return;
        last = { path, bytes: 0 };
        this.asked.push(last);
      });
      far.on('data', (chunk) => {
        last.bytes += chunk.byteLength;
        this.received += chunk.byteLength;
        this.#lastAt = performance.now();
      });
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = portOf(server.address());
    this.#server = server;
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
