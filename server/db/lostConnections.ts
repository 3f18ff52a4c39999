import type pg from 'pg';

/**
 * The connection was lost while a client was in use. The code is PostgreSQL's `connection_failure`, so
 * callers handle the error as if PostgreSQL itself had reported it.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = '08006';

  constructor(cause: Error) {
    super(`the database connection was lost: ${cause.message}`, { cause });
  }
}

const lost = new WeakMap<pg.PoolClient, ConnectionLostError>();

/**
 * Listens for the errors of each connection in the pool as long as the connection exists. The pool itself
 * listens only while a client is idle. Without this function, an error between two statements of a
 * transaction would have no listener and would end the process.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!lost.has(client)) lost.set(client, new ConnectionLostError(error));
    });
  });
  // The pool replaces an idle connection that is lost. Without a listener the error would end the process.
  pool.on('error', () => undefined);
}

/** The error that ended the connection of a client; null while the connection is open. */
export function connectionErrorOf(client: pg.PoolClient): ConnectionLostError | null {
  return lost.get(client) ?? null;
}

/** Matches the errors without a code that the driver throws when a connection ends, or cannot be opened in time. */
const lostMessage =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout ex)/;

/** Rethrows the error of a statement. If the connection was lost, it throws a `ConnectionLostError`. */
export function rethrowConnectionError(error: unknown): never {
  const isLost = error instanceof Error && !('code' in error) && lostMessage.test(error.message);
  throw isLost ? new ConnectionLostError(error) : error;
}
