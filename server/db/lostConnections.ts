import type pg from 'pg';

/**
 * The connection was lost while a client was in use. Its code is PostgreSQL's `connection_failure`, so
 * that callers handle it like an error that PostgreSQL itself reported.
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
 * Listens for the errors of each connection in the pool during its whole life. The pool itself
 * listens only while a client is idle: without this, an error between two statements of a
 * transaction has no listener and ends the process.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!lost.has(client)) lost.set(client, new ConnectionLostError(error));
    });
  });
  // The pool replaces a lost idle connection. Without a listener the error ends the process.
  pool.on('error', () => undefined);
}

/** The error that ended a client's connection; null while it is open. */
export function connectionErrorOf(client: pg.PoolClient): ConnectionLostError | null {
  return lost.get(client) ?? null;
}

/** Messages of driver errors without a code, when a connection ends. */
const lostMessage =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|timeout ex)/;

/** Rethrows the error of a connection or a statement, as a lost connection if it was one. */
export function rethrowConnectionError(error: unknown): never {
  const isLost = error instanceof Error && !('code' in error) && lostMessage.test(error.message);
  throw isLost ? new ConnectionLostError(error) : error;
}
