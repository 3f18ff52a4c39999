import type pg from 'pg';
import type { Connections } from '../../db/preparedStatements.ts';

/**
 * One test's access to a connection pool that tests use one after the other, because a new connection costs more than
 * most tests. Queries after `end` fail, so that a late query cannot reach the database of the next test.
 */
export class LentConnections implements Connections {
  readonly options: pg.PoolOptions;
  readonly #pool: pg.Pool;
  readonly #reset = new WeakSet<pg.PoolClient>();
  readonly #used = new Set<pg.PoolClient>();
  #isEnded = false;
  #onUnused: () => void = () => undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.options = pool.options;
  }

  async connect(): Promise<pg.PoolClient> {
    this.#assertNotEnded();
    const client = await this.#pool.connect();
    this.#used.add(client);
    const release = client.release.bind(client);
    client.release = (error) => {
      this.#used.delete(client);
      release(error);
      if (this.#used.size === 0) this.#onUnused();
    };
    try {
      // The test may have ended while this query waited for a connection.
      this.#assertNotEnded();
      await this.#resetOnce(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  #assertNotEnded(): void {
    if (this.#isEnded) throw new Error('The test has ended');
  }

  /** Undoes the changes of an earlier test to the settings of the connection. */
  async #resetOnce(client: pg.PoolClient): Promise<void> {
    if (this.#reset.has(client)) return;
    await client.query('RESET ALL');
    this.#reset.add(client);
  }

  /** Ends the test's access. Resolves when the test uses no connection any more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#used.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onUnused = resolve;
      });
    }
  }
}
