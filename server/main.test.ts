import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { PlaceSearchResult } from '../contract/geo.ts';
import { paths } from '../contract/paths.ts';
import { freePort } from './testing/network/freePort.ts';

/** The time limit is long, because the tests start whole servers, while other tests may use the processor. */
vi.setConfig({ testTimeout: 120_000 });

const main = fileURLToPath(new URL('main.ts', import.meta.url));
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'main-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Process {
  child: ChildProcess;
  url: string;
  output(): string;
}

async function spawnServer(env: Record<string, string> = {}): Promise<Process> {
  const [port, issuerPort, identityPort, mqttPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const child = spawn(process.execPath, [main], {
    env: {
      PORT: String(port),
      ISSUER_PORT: String(issuerPort),
      IDENTITY_PORT: String(identityPort),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      KEYS_DIR: path.join(dataDir, 'keys'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, url: `http://127.0.0.1:${port}`, output: () => text };
}

const isReady = ({ output }: Process) =>
  vi.waitFor(() => expect(output()).toContain('is ready'), { timeout: 60_000, interval: 50 });

const ended = ({ child }: Process) =>
  child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);

test('the server starts, prints its address, locks its folder, and stops on request @all', async () => {
  const first = await spawnServer();
  await isReady(first);
  expect((await fetch(first.url + paths.health)).status).toBe(200);
  // Without any setting, the search finds places of the demo city.
  for (const q of ['n clark st', 'loop', '60611', '77 w washington st']) {
    const found = await fetch(`${first.url}${paths.placeSearch}?q=${encodeURIComponent(q)}`);
    expect(PlaceSearchResult.parse(await found.json()).places).not.toEqual([]);
  }
  expect(first.output()).toMatch(/Station {3}http:\/\/localhost:\d+\/home\?equip_id=[2-9A-Z]{7}/);
  expect(first.output()).toContain('/sandbox');

  const second = await spawnServer();
  const [code] = await ended(second);
  expect(code).toBe(1);
  expect(second.output()).toMatch(/^Another process already serves the database in /);

  // An open stream must not delay the shutdown.
  const events = await fetch(`${first.url}/api/stations/tiles/0/0/0/events`);
  expect(events.status).toBe(200);
  const stoppedAt = Date.now();
  first.child.kill('SIGTERM');
  expect(await ended(first)).toEqual([0, null]);
  expect(Date.now() - stoppedAt).toBeLessThan(5_000);
});

test('a request on an open connection is answered while the server shuts down @all', async () => {
  const server = await spawnServer({ LOG_LEVEL: 'info' });
  await isReady(server);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const closed = once(socket, 'close');
  const ask = () => socket.write(`GET ${paths.config} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  ask();
  await vi.waitFor(() => expect(received).toContain('HTTP/1.1 200 OK'));
  received = '';
  server.child.kill('SIGTERM');
  await vi.waitFor(() => expect(server.output()).toContain('"stopping"'), { interval: 10 });
  ask();
  await closed;
  expect(received).toContain('HTTP/1.1 200 OK');
  expect(received.toLowerCase()).toContain('connection: close');
  expect(await ended(server)).toEqual([0, null]);
});

test('compiled code is cached for the next start, even if the process is killed @all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'compiled-'));
  // The killed process may still write while its folder is removed.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const server = await spawnServer({ NODE_COMPILE_CACHE: folder });
  await isReady(server);
  await vi.waitFor(async () => {
    const stored = await readdir(folder, { recursive: true });
    expect(stored.length).toBeGreaterThan(100);
  });
  expect(server.child.exitCode).toBeNull();
});

test('a start on a port in use prints the reason @all', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const address = holder.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const server = await spawnServer({ PORT: port });
  const [code] = await ended(server);
  expect(code).toBe(1);
  expect(server.output()).toMatch(/EADDRINUSE.*\n$/);
  expect(server.output()).not.toContain('    at ');
});

test('the server does not start with unsafe production settings, and prints the reason @slow', async () => {
  const server = await spawnServer({
    NODE_ENV: 'production',
    SANDBOX: '1',
    PUBLIC_URL: 'https://go.example',
  });
  expect(await ended(server)).toEqual([1, null]);
  expect(server.output()).toMatch(/^Set TRUST_PROXY=1 /);
});

test('a start with invalid settings prints the reason @slow', async () => {
  const server = await spawnServer({ PORT: 'eighty' });
  const [code] = await ended(server);
  expect(code).toBe(1);
  expect(server.output()).toMatch(/^These environment variables cannot be used:\n {2}PORT: /);
});

test('a start with an invalid gazetteer prints the reason and the line @all', async () => {
  const file = path.join(dataDir, 'places.geojsonl');
  await writeFile(file, '{"type":"Feature"}\n');
  const server = await spawnServer({ GAZETTEER_FILE: file });
  const [code] = await ended(server);
  expect(code).toBe(1);
  expect(server.output()).toMatch(/^GAZETTEER_FILE: line 1: geometry: .*\n$/);
});
