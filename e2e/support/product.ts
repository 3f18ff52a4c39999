import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { paths } from '../../contract/paths.ts';

const root = join(import.meta.dirname, '..', '..');

/** The whole product, started like `npm start`, with its own ports and data folder. */
export class Product {
  readonly url: string;
  readonly dataDir: string;
  #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #output = '';

  static async create(settings: Record<string, string> = {}): Promise<Product> {
    const [port, issuerPort, identityPort, mqttPort] = await freePorts();
    const dataDir = await mkdtemp(join(tmpdir(), 'charger-rental-'));
    return new Product(`http://localhost:${port}`, dataDir, {
      PORT: String(port),
      ISSUER_PORT: String(issuerPort),
      IDENTITY_PORT: String(identityPort),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      ...settings,
    });
  }

  private constructor(url: string, dataDir: string, settings: Record<string, string>) {
    this.url = url;
    this.dataDir = dataDir;
    const inherited = Object.entries(process.env).filter(([name]) => inheritedNames.has(name));
    this.#environment = { ...Object.fromEntries(inherited), ...settings };
  }

  /** Changes settings for the next start. An empty value removes the setting. */
  configure(settings: Record<string, string>): void {
    this.#environment = { ...this.#environment, ...settings };
  }

  /** The output of the server over all its runs. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && !this.#process.killed;
  }

  /** The memory of the server process in bytes; null if the system does not report it. */
  async residentBytes(): Promise<number | null> {
    if (process.platform !== 'linux' || !this.#process?.pid) return null;
    const status = await readFile(`/proc/${this.#process.pid}/status`, 'utf8');
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    return Number(kib) * 1024;
  }

  /** Starts the server. Resolves when it answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    this.#process = child;
    await expect
      .poll(
        () => {
          if (child.exitCode !== null) throw new Error(`The server exited:\n${this.#output}`);
          return fetch(this.url + paths.health).then(
            ({ ok }) => ok,
            () => false,
          );
        },
        { timeout: 120_000, intervals: [50, 100, 200] },
      )
      .toBe(true);
  }

  /** Kills the process without running a handler, as a power cut does. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

/**
 * The environment variables that the server inherits. Other settings of a developer must not affect
 * the tests.
 */
const inheritedNames = new Set(['PATH', 'HOME', 'LANG', 'TMPDIR', 'DIST_DIR']);

/**
 * Returns free ports below the range that operating systems use for outgoing connections. Therefore
 * the ports are still free when a server restarts.
 */
export async function freePorts(): Promise<[number, number, number, number]> {
  const first = 20_000 + randomInt(10_000);
  const ports: [number, number, number, number] = [first, first + 1, first + 2, first + 3];
  const areFree = await Promise.all(ports.map(isFree));
  return areFree.every(Boolean) ? ports : freePorts();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const outcome = Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  server.listen(port, '127.0.0.1');
  const free = await outcome;
  if (free) await once(server.close(), 'close');
  return free;
}
