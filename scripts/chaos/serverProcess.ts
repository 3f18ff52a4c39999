import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { paths } from '../../contract/paths.ts';
import { root } from '../bootstrap.mjs';
import { request } from './request.ts';

/** How often the balancer checks the health of a process, in milliseconds. */
const healthCheckMs = 250;

/**
 * One server process with production settings. The run restarts the process after each kill and
 * each graceful stop.
 */
export class ServerProcess {
  readonly name: string;
  readonly port: number;
  /** For each start, the milliseconds until the process answered the health check. */
  readonly readyMs: number[] = [];
  /** Descriptions of the exits that the run did not cause. */
  readonly unexpectedExits: string[] = [];
  isReady = false;
  /** True after the process was asked to stop gracefully. */
  isStopping = false;
  /** True after the health check of the balancer has noticed the stop. */
  isDeregistered = false;
  agent = new Agent({ keepAlive: true });
  readonly #environment: Record<string, string>;
  readonly #log: WriteStream;
  #child: ChildProcess | null = null;
  #isEndExpected = false;

  constructor(name: string, environment: Record<string, string>, logFile: string) {
    this.name = name;
    this.port = Number(environment['PORT']);
    this.#environment = environment;
    this.#log = createWriteStream(logFile, { flags: 'a' });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Starts the process. Resolves with true when the process answers, and with false if the process
   * has exited.
   * @throws {Error} if neither happens within a minute.
   */
  async start(): Promise<boolean> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(this.#log, { end: false });
    child.stderr.pipe(this.#log, { end: false });
    this.#child = child;
    this.#isEndExpected = false;
    child.once('exit', (code, signal) => {
      this.isReady = false;
      if (this.#isEndExpected) return;
      this.unexpectedExits.push(`process ${this.name} ended by itself (${code ?? signal})`);
    });
    while (performance.now() - startedAt < 60_000) {
      if (hasEnded(child)) return false;
      const answer = await request(this, { path: paths.health, timeoutMs: 5_000 });
      if (answer.kind === 'answer' && answer.status === 200) {
        this.readyMs.push(performance.now() - startedAt);
        this.isReady = true;
        return true;
      }
      await setTimeout(10);
    }
    throw new Error(`process ${this.name} is not ready after a minute`);
  }

  /**
   * Returns the memory that the process uses, in MiB. Returns null while the process is down, and
   * on systems without `/proc`.
   */
  async residentMiB(): Promise<number | null> {
    const pid = this.#child?.pid;
    if (pid === undefined) return null;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    return kib === undefined ? null : Number(kib) / 1024;
  }

  /** Kills the process with SIGKILL, so that it cannot clean up, as in a power cut. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks the process to stop gracefully. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const timer = globalThis.setTimeout(() => (this.isDeregistered = true), healthCheckMs);
    await this.#end('SIGTERM');
    clearTimeout(timer);
    this.isDeregistered = false;
    this.isStopping = false;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || hasEnded(child)) return;
    this.#isEndExpected = true;
    this.isReady = false;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    this.agent.destroy();
    this.agent = new Agent({ keepAlive: true });
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
