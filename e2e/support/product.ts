import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { paths } from '../../contract/paths.ts';
import { freePort } from '../../scripts/test/freePort.ts';
import { Sandbox } from './sandbox.ts';

const root = join(import.meta.dirname, '..', '..');

/** The time limit for hooks that start the product. On a busy machine, the start takes up to two minutes. */
export const productStartMs = 150_000;

/**
 * The whole product, with its own ports and data folder. As with `npm start`, the server and the
 * simulated outside world are separate processes.
 */
export class Product {
  readonly url: string;
  /** The address of the simulated world's own process. It also works while the server is down. */
  readonly worldUrl: string;
  readonly dataDir: string;
  #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #world: ChildProcess | null = null;
  #output = '';

  static async create(settings: Record<string, string> = {}): Promise<Product> {
    const [port, issuerPort, identityPort, mqttPort, sandboxPort] = await freePorts();
    const dataDir = await mkdtemp(join(tmpdir(), 'charger-rental-'));
    return new Product(`http://localhost:${port}`, dataDir, {
      PORT: String(port),
      ISSUER_PORT: String(issuerPort),
      IDENTITY_PORT: String(identityPort),
      MQTT_PORT: String(mqttPort),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      KEYS_DIR: join(dataDir, 'keys'),
      ...settings,
    });
  }

  private constructor(url: string, dataDir: string, settings: Record<string, string>) {
    this.url = url;
    this.worldUrl = `http://127.0.0.1:${settings['SANDBOX_PORT']}`;
    this.dataDir = dataDir;
    const inherited = Object.entries(process.env).filter(([name]) => inheritedNames.has(name));
    this.#environment = { ...Object.fromEntries(inherited), ...settings };
  }

  /** Changes settings for the next start. An empty value removes the setting. */
  configure(settings: Record<string, string>): void {
    this.#environment = { ...this.#environment, ...settings };
  }

  /** The output of the server and the simulated world since the first start. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && !this.#process.killed;
  }

  /**
   * Returns the memory of the server process in bytes. Returns null if the server does not run, or
   * if the system is not Linux.
   */
  async residentBytes(): Promise<number | null> {
    if (process.platform !== 'linux' || !this.#process?.pid) return null;
    const status = await readFile(`/proc/${this.#process.pid}/status`, 'utf8');
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    return Number(kib) * 1024;
  }

  /**
   * Starts the server, and the simulated world if it does not run. Resolves when the server answers
   * and the cabinets are connected.
   */
  async start(): Promise<void> {
    if (!this.#world) this.#world = this.#spawn('sandbox/main.ts');
    const child = this.#spawn('server/main.ts');
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
    await this.#cabinetsConnect();
  }

  /**
   * Kills the server with SIGKILL, so that it cannot clean up, as in a power cut. The simulated
   * world continues to run.
   */
  async kill(): Promise<void> {
    await end(this.#process, 'SIGKILL');
    this.#process = null;
  }

  /** Stops the server. The simulated world continues to run. */
  async stop(): Promise<void> {
    await end(this.#process, 'SIGTERM');
    this.#process = null;
  }

  async killWorld(): Promise<void> {
    await end(this.#world, 'SIGKILL');
    this.#world = null;
  }

  async startWorld(): Promise<void> {
    this.#world = this.#spawn('sandbox/main.ts');
    await this.#cabinetsConnect();
  }

  async dispose(): Promise<void> {
    await this.stop();
    await end(this.#world, 'SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async #cabinetsConnect(): Promise<void> {
    const sandbox = new Sandbox(this.url);
    await expect
      .poll(() => sandbox.areCabinetsConnected().catch(() => false), {
        timeout: 60_000,
        intervals: [50, 100, 200],
      })
      .toBe(true);
  }

  #spawn(program: string): ChildProcess {
    const child = spawn(process.execPath, [program], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    return child;
  }
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/**
 * The only environment variables that the server inherits, because the settings of a developer must not affect the
 * tests.
 */
const inheritedNames = new Set(['PATH', 'HOME', 'LANG', 'TMPDIR', 'DIST_DIR']);

/** Returns free ports for the server and the simulated world. */
export const freePorts = () =>
  Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
