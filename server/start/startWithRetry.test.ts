import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { createOwnDatabase } from '../testing/databases/ownDatabase.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { startWithRetry } from './startWithRetry.ts';
import { postgresRuns } from '../testing/database.ts';

vi.setConfig({ testTimeout: 120_000 });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/**
 * Opens a proxy to a database. The proxy cuts the first `cuts` connections, each at the first
 * statement of the connection.
 */
async function openUnreliableProxy(
  to: string,
  cuts: number,
): Promise<{ url: string; left(): number }> {
  let left = cuts;
  const target = new URL(to);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    if (left === 0) return;
    let chunks = 0;
    // The first chunk of data opens the connection; the second chunk is a statement.
    client.on('data', () => {
      chunks++;
      if (chunks < 2 || left === 0) return;
      left--;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const url = new URL(to);
  url.host = `127.0.0.1:${address.port}`;
  return { url: url.href, left: () => left };
}

async function settingsFor(databaseUrl: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const environment = {
    NODE_ENV: 'test',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    KEYS_DIR: path.join(dataDir, 'keys'),
  };
  return readSettings({ ...environment, DATABASE_URL: databaseUrl });
}

describe.skipIf(!postgresRuns)('a start @all', () => {
  test('is retried if the database connection is lost', async () => {
    const database = await createOwnDatabase('postgres');
    closers.push(() => database.close());
    const proxy = await openUnreliableProxy(database.url ?? '', 2);
    const server = await startWithRetry(await settingsFor(proxy.url), createLogger('silent'));
    closers.push(() => server.stop());
    expect(proxy.left()).toBe(0);
    expect((await fetch(server.url + paths.health)).status).toBe(200);
  });

  test('is not retried if it fails for another reason', async () => {
    const database = await createOwnDatabase('postgres');
    closers.push(() => database.close());
    const url = new URL(database.url ?? '');
    url.pathname = '/there_is_none';
    const start = startWithRetry(await settingsFor(url.href), createLogger('silent'));
    await expect(start).rejects.toThrow('could not be migrated');
  });
});
