import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * When the proxy cuts new connections: at their start, or when it receives the chunk with the number `chunk` from the
 * client (`request`) or the service (`answer`). The number counts from 1. The proxy forwards all earlier chunks.
 */
export type CutPoint = { on: 'connect' } | { on: 'request' | 'answer'; chunk: number };

/** A TCP proxy in front of a service. A test can cut its connections at any moment. */
export class CuttableProxy {
  /** When the proxy cuts connections that are opened from now on; null if it does not cut them. */
  cutAt: CutPoint | null = null;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  private constructor(target: { host: string; port: number }) {
    this.#server = createServer((near) => {
      this.#keep(near);
      if (this.cutAt?.on === 'connect') return void near.resetAndDestroy();
      const far = connect(target.port, target.host);
      this.#keep(far);
      const cut = () => {
        near.resetAndDestroy();
        far.resetAndDestroy();
      };
      forward(near, far, cut, this.cutAt?.on === 'request' ? this.cutAt.chunk : Infinity);
      forward(far, near, cut, this.cutAt?.on === 'answer' ? this.cutAt.chunk : Infinity);
    });
  }

  static async open(port: number, host = '127.0.0.1'): Promise<CuttableProxy> {
    const proxy = new CuttableProxy({ port, host });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no TCP address');
    return address.port;
  }

  /** Resets every connection that is open. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Closes every connection normally, as a service does when it stops. */
  end(): void {
    for (const socket of this.#sockets) socket.end();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

/** Forwards chunks, and calls `cut` instead of forwarding the chunk with the number `last`. */
function forward(from: Socket, to: Socket, cut: () => void, last: number): void {
  let chunks = 0;
  from.on('data', (chunk: Buffer) => {
    chunks += 1;
    if (chunks >= last) cut();
    else if (!to.destroyed) to.write(chunk);
  });
  from.on('close', () => to.destroy());
}
