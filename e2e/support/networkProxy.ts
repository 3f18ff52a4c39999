import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { Agent, request as ask } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { workerSwitchPath } from '../../contract/paths.ts';

/** The behaviour of the network between the browser and the server. */
export type Line =
  | 'good'
  /** No server listens. */
  | 'offline'
  /** Each answer is delayed by `latencyMs`. */
  | 'slow'
  /** Half of the requests fail without an answer, at random with a fixed seed. */
  | 'flaky'
  /**
   * The body of each answer ends in the middle, although its length header gives the full length.
   */
  | 'cut'
  /** A captive portal answers each request with its own page and status 200. */
  | 'portal'
  /** A proxy in front of the server answers that the service worker is switched off. */
  | 'workerOff';

export const latencyMs = 20_000;

const portalPage = '<!doctype html><title>Free Wi-Fi</title><h1>Sign in to the Wi-Fi</h1>';

/** The headers that apply to one connection only. A proxy must not forward them. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * A proxy in front of the server that simulates a bad network. The network emulation of the browser
 * is not enough, because it does not affect requests of a service worker.
 */
export class NetworkProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  /**
   * Each call of `become` replaces the agent, so that no answer from an old connection arrives on a
   * new connection.
   */
  #agent = new Agent({ keepAlive: true });
  #server: Server | null = null;
  #port = 0;
  #line: Line = 'good';
  #dice = 1;
  /** The paths of all requests that arrived, with or without an answer. */
  readonly asked: string[] = [];

  static async create(target: string): Promise<NetworkProxy> {
    const networkProxy = new NetworkProxy(target);
    await networkProxy.#listen();
    return networkProxy;
  }

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Changes the behaviour of the network. Requests in progress fail. */
  async become(line: Line): Promise<void> {
    this.#line = line;
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true });
    if (line === 'offline') await this.#close();
    else if (this.#server === null) await this.#listen();
  }

  async dispose(): Promise<void> {
    await this.become('offline');
    this.#agent.destroy();
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = portOf(server);
    this.#server = server;
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await once(server.close(), 'close');
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push(request.url ?? '');
    switch (this.#line) {
      case 'portal':
        response.setHeader('content-type', 'text/html; charset=utf-8').end(portalPage);
        return;
      case 'workerOff':
        if (request.url === workerSwitchPath) {
          response.setHeader('content-type', 'application/json').end('{"off":true}');
        } else this.#forward(request, response);
        return;
      case 'flaky':
        if (this.#roll() < 0.5) request.socket.destroy();
        else this.#forward(request, response);
        return;
      case 'slow': {
        // oxlint-disable-next-line no-restricted-globals -- this delays an answer; no test waits here
        const timer = setTimeout(() => this.#forward(request, response), latencyMs);
        response.on('close', () => clearTimeout(timer));
        return;
      }
      default:
        this.#forward(request, response);
    }
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { hostname, port } = this.#target;
    const upstream = ask(
      {
        hostname,
        port,
        method: request.method,
        path: request.url,
        headers: request.headers,
        agent: this.#agent,
      },
      (answer) => {
        const headers = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name));
        for (const [name, value] of headers)
          if (value !== undefined) response.setHeader(name, value);
        response.statusCode = answer.statusCode ?? 502;
        if (this.#line === 'cut') cutShort(answer, response);
        else answer.pipe(response);
        // If the server's answer breaks off, break the forwarded answer off, too.
        answer.on('error', () => response.destroy());
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  /** Returns a pseudo-random number from 0 to 1. */
  #roll(): number {
    this.#dice = (this.#dice * 48_271) % 2_147_483_647;
    return this.#dice / 2_147_483_647;
  }
}

function cutShort(answer: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const body = Buffer.concat(chunks);
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
