import { spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { testPostgresUrl } from '../../server/settings/settings.ts';
import type { OwnDatabase } from '../../server/testing/databases/ownDatabase.ts';

/** Returns whether a server accepts connections at this address. */
export function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 1000 });
    const settle = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** Returns the host and port of the PostgreSQL server that the tests use. */
export function postgresAddress(): { host: string; port: number } {
  const { hostname, port } = new URL(testPostgresUrl());
  return { host: hostname, port: Number(port || 5432) };
}

/**
 * Creates a separate database with all tables on the PostgreSQL of the tests. Returns null if PostgreSQL does not run.
 */
export async function createPostgresDatabase(): Promise<OwnDatabase | null> {
  const { host, port } = postgresAddress();
  if (!(await answers(host, port))) return null;
  // Import this module only if a test needs it, because it loads the complete code of the database.
  const { createOwnDatabase } = await import('../../server/testing/databases/ownDatabase.ts');
  return createOwnDatabase('postgres');
}

/** Returns whether the program `mosquitto` is installed. Some tests start their own broker with it. */
export function hasMosquitto(): boolean {
  return spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error === undefined;
}

/**
 * Returns whether the chaos run can start. The run needs PostgreSQL and the program `mosquitto`.
 */
export async function canRunChaos(): Promise<boolean> {
  const { host, port } = postgresAddress();
  return hasMosquitto() && (await answers(host, port));
}
