import type { EndCall } from './callMeter.ts';

interface Connection {
  destroy(): unknown;
}

/**
 * The requests whose body is arriving. If there are too many, the connection of the oldest request is closed, because
 * the body of an honest caller arrives within a moment.
 */
export class ReceivingBodies {
  readonly #most: number;
  readonly #bodies = new Set<Connection>();

  constructor(most: number) {
    this.#most = most;
  }

  add(connection: Connection): EndCall {
    this.#bodies.add(connection);
    const [oldest] = this.#bodies;
    if (oldest && this.#bodies.size > this.#most) {
      this.#bodies.delete(oldest);
      oldest.destroy();
    }
    return () => this.#bodies.delete(connection);
  }
}
