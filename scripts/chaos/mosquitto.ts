import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** An MQTT broker that only this run uses. On a shared broker, other servers would receive some of the events. */
export class Mosquitto {
  readonly url: string;
  readonly #port: number;
  readonly #file: string;
  #child: ChildProcess;
  #isStopped = false;

  private constructor(port: number, file: string, child: ChildProcess) {
    this.url = `mqtt://127.0.0.1:${port}`;
    this.#port = port;
    this.#file = file;
    this.#child = child;
  }

  /** @throws {Error} if Mosquitto is not installed or does not listen. */
  static async start(port: number, folder: string): Promise<Mosquitto> {
    const file = path.join(folder, 'mosquitto.conf');
    const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'log_type error'];
    await writeFile(file, `${lines.join('\n')}\n`);
    return new Mosquitto(port, file, await run(port, file));
  }

  /** Kills the broker and starts it again. The broker loses all sessions and all messages. */
  async restart(): Promise<void> {
    await this.#end('SIGKILL');
    if (this.#isStopped) return;
    this.#child = await run(this.#port, this.#file);
    // The run has ended during the start of the broker.
    if (this.#isStopped) await this.#end('SIGTERM');
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

async function run(port: number, file: string): Promise<ChildProcess> {
  const child = spawn('mosquitto', ['-c', file], { stdio: 'ignore' });
  const broken = once(child, 'error').then(([error]) => {
    throw new Error('Mosquitto cannot be started; is it installed?', { cause: error });
  });
  await Promise.race([broken, listening(port)]);
  return child;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error('Mosquitto does not listen');
}
