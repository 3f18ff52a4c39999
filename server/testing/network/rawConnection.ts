import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends bytes unchanged, even if they are not HTTP, and as slowly as a test wants. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #received = '';
  #dripping: NodeJS.Timeout | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('data', (part: Buffer) => (this.#received += part.toString('latin1')));
    // An error, such as a reset, needs no handling: `close` follows.
    socket.on('error', () => undefined);
    socket.once('close', () => clearInterval(this.#dripping));
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  send(text: string): this {
    this.#socket.write(text);
    return this;
  }

  /**
   * Sends one byte after the other until the connection is closed. After the last byte, sends that byte again and
   * again.
   */
  drip(text: string, everyMs: number): this {
    let next = 0;
    this.#dripping = setInterval(() => {
      this.#socket.write(text.charAt(Math.min(next++, text.length - 1)));
    }, everyMs);
    return this;
  }

  /** Sends the text again and again, as fast as the server reads it. */
  flood(text: string): this {
    const more = (): void => {
      while (!this.#socket.destroyed && this.#socket.write(text));
      this.#socket.once('drain', more);
    };
    more();
    return this;
  }

  /** Stops reading. */
  pause(): this {
    this.#socket.pause();
    return this;
  }

  /**
   * Waits until the server has closed the connection. Resolves with everything that was received.
   */
  async untilClosed(): Promise<string> {
    await this.#closed;
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }
}
